import { DemoBookAnswer, DemoPushAnswer } from '../../../chain-tools/testing/demo-tools';
import { outputProblems } from '../../testing/portability';
import { AnswerField, answerSchemaOf } from '../declare/answer-fields';
import { outputSchema } from './output-schema';
import type { Schema } from './schema';

/** Both members have the same values; further values may be added to one of them. */
class Levels {
  @AnswerField({ type: 'string', enum: ['low', 'high'] })
  closed!: string;

  @AnswerField({ type: 'string', enum: ['low', 'high'], isOpen: true })
  open!: string;
}

describe('output schemas for MCP clients', () => {
  it('outputSchema names the values of an enum, unless more may be added: an old schema would refuse them', () => {
    expect(outputSchema(answerSchemaOf(Levels)).properties).toEqual({
      closed: { type: 'string', enum: ['low', 'high'] },
      open: { type: 'string' },
    });
  });

  it('outputSchema declares a member that may be null with both types, and requires it', () => {
    const book = outputSchema(answerSchemaOf(DemoBookAnswer));
    expect(book.required).toEqual(['pair', 'depth', 'bids', 'spread', 'rows', 'network']);
    expect(book.properties!['spread']).toEqual({ type: ['string', 'null'] });
  });

  it('outputSchema declares an id as an integer or a string, and any JSON by a description alone', () => {
    const { properties } = outputSchema(answerSchemaOf(DemoPushAnswer));
    expect(properties!['id']).toEqual({ type: ['integer', 'string'] });
    expect(properties!['received']).toEqual({ description: 'Any JSON' });
  });

  it('outputSchema adds null to the values of an enum that may be null', () => {
    const schema: Schema = { type: 'string', enum: ['low', 'high'], nullable: true };
    expect(outputSchema(schema)).toEqual({ type: ['string', 'null'], enum: ['low', 'high', null] });
  });

  it('outputSchema keeps the members of an object that may be null', () => {
    const schema: Schema = { type: 'object', nullable: true, properties: { a: { type: 'string' } } };
    expect(outputSchema(schema)).toEqual({
      type: ['object', 'null'],
      properties: { a: { type: 'string' } },
    });
  });

  it('outputSchema describes only members without a type', () => {
    const { properties } = outputSchema(answerSchemaOf(DemoBookAnswer));
    expect(properties!['rows']).toEqual({ type: 'array', items: { description: 'Any JSON' } });
  });

  it('outputSchema leaves nothing outside the subset that clients understand', () => {
    for (const answer of [DemoBookAnswer, DemoPushAnswer]) {
      expect(outputProblems(outputSchema(answerSchemaOf(answer)))).toEqual([]);
    }
  });
});
