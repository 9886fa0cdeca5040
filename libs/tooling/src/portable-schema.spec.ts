import { DemoBookAnswer, DemoPushAnswer, DemoPushInput, DemoTransferInput } from '../testing/demo-tools';
import { portabilityProblems } from '../testing/portability';
import { answerSchemaOf } from './answer-fields';
import { inputSchemaOf } from './input-schema';
import { portableSchema } from './portable-schema';

describe('portableSchema', () => {
  it('advertises the string where a string or a number is taken, and says so', () => {
    expect(portableSchema(inputSchemaOf(DemoTransferInput)).properties!['amount']).toEqual({
      type: 'string',
      pattern: '^(0|[1-9][0-9]*)(\\.[0-9]+)?$',
      description: 'Amount in the token. A JSON number is accepted too.',
    });
    const { compression } = portableSchema(inputSchemaOf(DemoPushInput)).properties!['signed_tx']!
      .properties!;
    expect(compression).toEqual({
      type: 'string',
      enum: ['none'],
      description: 'A JSON number is accepted too.',
    });
  });

  it('tells in words of members of an answer that have no single type, and never requires them', () => {
    const book = portableSchema(answerSchemaOf(DemoBookAnswer));
    expect(book.required).toEqual(['pair', 'depth', 'bids', 'network']);
    expect(Object.keys(book.properties!)).toEqual(['pair', 'depth', 'bids', 'network']);
    expect(book.description).toBe(
      'Also: spread (string or null, null when a side is empty); rows (list of any JSON).',
    );
    expect(portableSchema(answerSchemaOf(DemoPushAnswer)).description).toBe(
      'Also: id (integer or decimal string); received (any JSON).',
    );
  });

  it('leaves nothing outside the portable subset', () => {
    const inputs = [DemoTransferInput, DemoPushInput].map((type) => portableSchema(inputSchemaOf(type)));
    const answers = [DemoBookAnswer, DemoPushAnswer].map((type) => portableSchema(answerSchemaOf(type)));
    expect(inputs.flatMap((schema) => portabilityProblems(schema, 'input'))).toEqual([]);
    expect(answers.flatMap((schema) => portabilityProblems(schema, 'output'))).toEqual([]);
  });
});

describe('portabilityProblems', () => {
  it.each<[string, object]>([
    [
      'a composition keyword',
      { type: 'object', properties: { a: { type: 'string', oneOf: [] } }, additionalProperties: false },
    ],
    ['no type', { type: 'object', properties: { a: {} }, additionalProperties: false }],
    [
      'several types',
      { type: 'object', properties: { a: { type: ['string', 'null'] } }, additionalProperties: false },
    ],
    [
      'a number in an enum',
      { type: 'object', properties: { a: { type: 'integer', enum: [0] } }, additionalProperties: false },
    ],
    [
      'look-around',
      {
        type: 'object',
        properties: { a: { type: 'string', pattern: '(?=x)' } },
        additionalProperties: false,
      },
    ],
    ['an open input', { type: 'object', properties: {} }],
    ['an object without properties', { type: 'object', additionalProperties: false }],
    [
      'a list without items',
      { type: 'object', properties: { a: { type: 'array' } }, additionalProperties: false },
    ],
    ['a required stranger', { type: 'object', properties: {}, required: ['a'], additionalProperties: false }],
  ])('finds %s', (_what, schema) => {
    expect(portabilityProblems(schema, 'input')).toHaveLength(1);
  });
});
