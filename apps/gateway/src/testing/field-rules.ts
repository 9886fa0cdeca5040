import { formatAmount, MAX_UNITS } from '@app/antelope';
import { Networks } from '@app/networks';
import { readInput } from '@app/tooling';
import { deploymentTerms } from '../formatting/deployment-terms';

const development = { networksFile: undefined, devchainPort: 8888, isProduction: false };
const TERMS = deploymentTerms(Networks.load(development).all());

/** Accepted values of a field, its default (missing: required), and refused values with the reason. */
export interface FieldRule {
  readonly taken: readonly unknown[];
  readonly absent?: unknown;
  readonly refused: readonly (readonly [value: unknown, reason: string])[];
}

/** A tool with an input that is right in every required field, and the rules of all its fields. */
export interface ToolFields {
  readonly input: new () => object;
  readonly right: Readonly<Record<string, unknown>>;
  readonly fields: Readonly<Record<string, FieldRule>>;
}

export const NAME: FieldRule = {
  taken: ['alice', 'a', '5', 'a.b', 'abcdefghijkl'],
  refused: [
    ['', 'must be'],
    ['abcdefghijklm', 'must be'],
    ['Alice', 'must be'],
    ['al6ce', 'must be'],
    ['alice.', 'it ends with a dot'],
    [7, 'must be'],
    [null, 'must be'],
    [['alice'], 'must be'],
  ],
};
export const OPTIONAL_NAME: FieldRule = { ...NAME, absent: undefined };
export const PERMISSION: FieldRule = { ...NAME, absent: 'active' };

const IN_WORDS = 'must be 1 to 64 characters of A-Z, a-z, 0-9, ".", "_", ":" and "-"';

export const REQUEST_ID: FieldRule = {
  taken: ['a', 'Pay-7:1_x.9', 'x'.repeat(64)],
  absent: undefined,
  refused: [
    ['', IN_WORDS],
    ['x'.repeat(65), IN_WORDS],
    ['a b', IN_WORDS],
    ['a\n', IN_WORDS],
    ['\u00e4', IN_WORDS],
    [1, 'must be a string'],
    [null, 'must be a string'],
  ],
};

const BTC_ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';

/** Checksum and network are judged once the network is known: libs/bitcoin. */
export const ADDRESS: FieldRule = {
  taken: [BTC_ADDRESS, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'x'.repeat(90)],
  refused: [
    ['', 'must not be empty'],
    ['x'.repeat(91), 'must have at most 90 characters, has 91'],
    [1, 'must be a string'],
    [null, 'must be a string'],
    ['\ud800', 'is not well-formed Unicode text'],
  ],
};

export const DETAIL: FieldRule = {
  taken: ['full', 'concise'],
  absent: 'full',
  refused: [
    ['short', 'must be full or concise'],
    ['', 'must be full or concise'],
    [1, 'must be'],
    [null, 'must be'],
  ],
};

export const NETWORK: FieldRule = {
  taken: ['mainnet', 'testnet'],
  absent: 'mainnet',
  refused: [
    ['Mainnet', 'must be mainnet or testnet'],
    [0, 'must be'],
  ],
};

export const AMOUNT: FieldRule = {
  taken: ['1', '1.50', '0.00000001', 1, 1.5, 1e-8, formatAmount(MAX_UNITS, 8), Number.MAX_SAFE_INTEGER],
  refused: [
    ['0', 'must be greater than zero'],
    ['0.000', 'must be greater than zero'],
    [0, 'must be greater than zero'],
    ['-1', '"-1" is negative'],
    [-1, '"-1" is negative'],
    ['1e3', 'is not a decimal number'],
    ['1,5', 'is not a decimal number'],
    ['.5', 'is not a decimal number'],
    ['01', 'is not a decimal number'],
    ['1 USDT', 'is not a decimal number'],
    [' 1', 'is not a decimal number'],
    ['NaN', 'is not a decimal number'],
    ['', 'is not a decimal number'],
    [2 ** 53, 'send it as a string'],
    [null, 'must be a decimal string or a number'],
    [true, 'must be a decimal string or a number'],
    [['1'], 'must be a decimal string or a number'],
  ],
};

/** An integer within limits; numbers as text are refused, here and not over MCP. */
export const integer = (minimum: number, maximum = Number.MAX_SAFE_INTEGER): FieldRule => ({
  taken: [minimum, minimum + 1, maximum],
  refused: [
    [minimum - 1, `must be from ${minimum}`],
    [maximum + 1, `to ${maximum}`],
    [minimum + 0.5, 'must be an integer'],
    [String(minimum), 'must be an integer'],
    [null, 'must be an integer'],
    [true, 'must be an integer'],
  ],
});

/** One test for each value of each field of each tool. */
export function testFields(tools: Readonly<Record<string, ToolFields>>): void {
  const rows = Object.entries(tools).flatMap(([tool, { input, right, fields }]) =>
    Object.entries({ ...fields, network: NETWORK }).map(([field, rule]) => ({
      ...{ tool, input, right, field, rule },
    })),
  );
  describe.each(rows)('$field of $tool', ({ input, right, field, rule }) => {
    const read = (members: object) => readInput(input, members, TERMS) as Record<string, unknown>;
    const others = Object.fromEntries(Object.entries(right).filter(([name]) => name !== field));

    it.each(rule.taken.map((value) => [value]))('may be %j', (value) => {
      expect(read({ ...right, [field]: value })[field]).toBe(value);
    });

    it.each(rule.refused)('may not be %j', (value, reason) => {
      const refused = () => read({ ...right, [field]: value });
      expect(refused).toThrow(new RegExp(`^${field}: `));
      expect(refused).toThrow(reason);
    });

    it('left out is its default, or refused as missing', () => {
      if ('absent' in rule) expect(read(others)[field]).toBe(rule.absent);
      else expect(() => read(others)).toThrow(`${field}: is required`);
    });
  });

  it.each(Object.entries(tools))('no field of %s is left out here', (_, { input, right, fields }) => {
    const known = [...Object.keys(fields), 'network'].sort();
    expect(Object.keys(readInput(input, right, TERMS)).sort()).toEqual(known);
  });
}
