import { POSITIVE_DECIMAL_PATTERN } from '@app/antelope';
import { DemoPushInput, DemoTransferInput } from '../../../chain-tools/testing/demo-tools';
import { inputProblems } from '../../testing/portability';
import { inputSchemaOf } from './input-schema';
import { portableSchema } from './portable-schema';
import type { Schema } from './schema';

describe('input schemas for MCP clients', () => {
  it('portableSchema has the string where a string or a number is taken, and says so', () => {
    expect(portableSchema(inputSchemaOf(DemoTransferInput)).properties!['amount']).toEqual({
      type: 'string',
      pattern: POSITIVE_DECIMAL_PATTERN,
      description: 'Amount in the token. A JSON number is accepted too.',
    });
  });

  it('portableSchema names the numbers of an enum that are accepted beside its strings', () => {
    const signed = portableSchema(inputSchemaOf(DemoPushInput)).properties!['signed_tx']!;
    expect(signed.properties!['compression']).toEqual({
      type: 'string',
      enum: ['none'],
      description: '0 is accepted too.',
    });
  });

  it('portableSchema leaves nothing outside the portable subset', () => {
    const inputs = [DemoTransferInput, DemoPushInput].map((type) => portableSchema(inputSchemaOf(type)));
    expect(inputs.flatMap((schema) => inputProblems(schema))).toEqual([]);
  });
});

describe('problems of an input schema', () => {
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
  ])('inputProblems finds %s', (_what, schema) => {
    expect(inputProblems(schema as Schema)).toHaveLength(1);
  });
});
