import { decodeType, encodeType, parseAbi, serializeAbi, ValueError } from '@app/antelope';
import { Serializer } from '@wharfkit/antelope';
import fc from 'fast-check';
import { synthesizeAbi } from './abi-synthesis';
import { type AbiType, decode, encode, type ValueOf } from './abi-type';
import { extension, list, nullable, optional, struct } from './containers';
import * as integers from './integers';
import * as scalars from './scalars';

const { uint8, uint32, uint64, int64, uint128, varuint32 } = integers;
const {
  asset,
  bool,
  bytes,
  checksum256,
  name,
  string,
  symbol,
  symbolCode,
  timePoint,
  timePointSec,
  float64,
} = scalars;

const inner = struct('inner', { flag: bool, weights: list(uint8), note: optional(string) });
const everything = struct('everything', {
  owner: name,
  id: uint64,
  delta: int64,
  wide: uint128,
  count: varuint32,
  seconds: timePointSec,
  moment: timePoint,
  quantity: asset,
  unit: symbol,
  code: symbolCode,
  hash: checksum256,
  blob: bytes,
  ratio: float64,
  inners: list(inner),
});

const someName = fc.constantFrom('', 'alice', 'btc.token', 'a', 'zzzzzzzzzzzz', '1.2.3');
const someSymbol = fc.record({ symbol: fc.constantFrom('BTC', 'A', 'ZZZZZZZ'), precision: fc.nat(18) });
const range = (minimum: bigint, maximum: bigint): fc.Arbitrary<bigint> =>
  fc.bigInt({ min: minimum, max: maximum });

const value: fc.Arbitrary<ValueOf<typeof everything>> = fc.record({
  owner: someName,
  id: range(0n, 2n ** 64n - 1n),
  delta: range(-(2n ** 63n), 2n ** 63n - 1n),
  wide: range(0n, 2n ** 128n - 1n),
  count: fc.nat(0xffffffff),
  seconds: fc.nat(0xffffffff).map((seconds) => seconds * 1000),
  moment: fc.nat(4_000_000_000_000),
  quantity: fc
    .tuple(range(-(2n ** 62n) + 1n, 2n ** 62n - 1n), someSymbol)
    .map(([units, unit]) => ({ units, ...unit })),
  unit: someSymbol,
  code: fc.constantFrom('BTC', 'A'),
  hash: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((raw) => Buffer.from(raw).toString('hex')),
  blob: fc.uint8Array({ maxLength: 200 }),
  // The JSON of nodes has 17 decimals, which not every double survives.
  ratio: fc.integer().map((number) => number / 1024),
  inners: fc.array(
    fc.record({
      flag: fc.boolean(),
      weights: fc.array(fc.nat(255)),
      note: fc.option(fc.string(), { nil: undefined }),
    }),
    { maxLength: 4 },
  ),
});

describe('declared types', () => {
  const abi = synthesizeAbi([], [{ name: 'things', row: everything }]);

  it('a declared type reads what it wrote', () => {
    fc.assert(
      fc.property(value, (one) => {
        expect(decode(everything, encode(everything, one))).toEqual(one);
      }),
    );
  });

  it('a declared type writes the bytes that readers of its ABI understand', () => {
    fc.assert(
      fc.property(value, (one) => {
        const raw = encode(everything, one);
        const byOurs = decodeType(abi, 'everything', raw);
        expect(encodeType(abi, 'everything', byOurs)).toEqual(raw);
        const byWharfkit = Serializer.objectify(
          Serializer.decode({ data: raw, type: 'everything', abi }),
        ) as Record<string, unknown>;
        expect(byWharfkit).toMatchObject({
          owner: one.owner,
          hash: one.hash,
          blob: Buffer.from(one.blob).toString('hex'),
        });
        expect(String(byWharfkit.id)).toBe(one.id.toString());
      }),
      { numRuns: 50 },
    );
  });

  it('a declared type has an ABI that survives its own binary form', () => {
    const again = parseAbi(serializeAbi(abi));
    expect(again.structs.map(({ name: structName }) => structName)).toEqual(
      abi.structs.map(({ name: structName }) => structName),
    );
    expect(
      again.tables.map(({ name: table, type, index_type }) => [String(table), type, index_type]),
    ).toEqual([['things', 'everything', 'i64']]);
  });

  it.each<[AbiType<number> | AbiType<bigint>, (number | bigint)[]]>([
    [uint8, [-1, 256, 0.5, NaN]],
    [integers.int8, [-129, 128]],
    [integers.uint16, [-1, 65_536]],
    [integers.int16, [-32_769, 32_768]],
    [uint32, [-1, 2 ** 32]],
    [integers.int32, [-(2 ** 31) - 1, 2 ** 31]],
    [varuint32, [-1, 2 ** 32]],
    [uint64, [-1n, 2n ** 64n]],
    [int64, [-(2n ** 63n) - 1n, 2n ** 63n]],
    [uint128, [-1n, 2n ** 128n]],
    [integers.int128, [-(2n ** 127n) - 1n, 2n ** 127n]],
  ])('a declared type refuses what is out of its range', (type, values) => {
    for (const wrong of values) {
      expect(() => encode(type as AbiType<number | bigint>, wrong)).toThrow(ValueError);
    }
  });

  it.each([2n ** 63n, -(2n ** 63n) - 1n])('a declared type refuses an asset of %s units', (units) => {
    expect(() => encode(asset, { units, precision: 8, symbol: 'BTC' })).toThrow(ValueError);
  });

  it.each([-1, 2 ** 32 * 1000])('a declared type refuses %s ms as a time in seconds', (ms) => {
    expect(() => encode(timePointSec, ms)).toThrow(ValueError);
  });

  it('a declared type refuses bytes that end too early', () => {
    fc.assert(
      fc.property(value, fc.nat(), (one, cut) => {
        const raw = encode(everything, one);
        expect(() => decode(everything, raw.subarray(0, cut % raw.length))).toThrow(ValueError);
      }),
    );
  });
});

describe('members at the end that may be missing', () => {
  const row = struct('row', { owner: name, since: extension(nullable(uint32)) });
  const abi = synthesizeAbi([], [{ name: 'rows', row }]);
  const owner = '0000000000855c34';

  it.each([
    [{ owner: 'alice', since: 7 }, `${owner}0107000000`],
    [{ owner: 'alice', since: null }, `${owner}00`],
    [{ owner: 'alice', since: undefined }, owner],
  ])(
    'a member at the end that may be missing is written and read as %j, and others read it so',
    (one, hex) => {
      const raw = encode(row, one);
      expect(Buffer.from(raw).toString('hex')).toBe(hex);
      expect(decode(row, raw)).toEqual(one);
      const json = JSON.parse(JSON.stringify(one)) as Record<string, unknown>;
      expect(decodeType(abi, 'row', raw)).toEqual(json);
      expect(encodeType(abi, 'row', json as never)).toEqual(raw);
      const byWharfkit = Serializer.objectify(Serializer.decode({ data: raw, type: 'row', abi }));
      expect(byWharfkit).toEqual({ owner: 'alice', since: one.since ?? null });
    },
  );

  it('a member at the end that may be missing has a distinct type in the ABI', () => {
    expect(abi.structs[0]!.fields.map(({ type }) => type)).toEqual(['name', 'uint32?$']);
  });
});

describe('an ABI', () => {
  it('an ABI is not made of two different structs of one name', () => {
    const other = struct('inner', { flag: uint8 });
    expect(() => synthesizeAbi([], [{ name: 'one', row: struct('outer', { inner, other }) }])).toThrow(
      'two different structs are named inner',
    );
  });
});
