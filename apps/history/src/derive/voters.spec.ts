import { ByteWriter, nameToValue } from '@app/antelope';
import type { DeltaWrite } from './block-writes';
import { MAX_VOTED, voterWrites } from './voters';

const [ALICE, PROXY, PRODA, PRODB] = ['alice', 'proxy', 'proda', 'prodb'].map(nameToValue) as [
  bigint,
  bigint,
  bigint,
  bigint,
];
const SYSTEM = nameToValue('eosio');
/** flags1, reserved2, reserved3 of voter_info. */
const REST = new Uint8Array(24);

interface Row {
  readonly owner?: bigint;
  readonly proxy?: bigint;
  readonly producers?: readonly bigint[];
  readonly isProxy?: number;
  readonly weight?: number;
  readonly proxied?: number;
  readonly rest?: Uint8Array;
}

function voterRow(row: Row): Uint8Array {
  const { owner = ALICE, proxy = 0n, producers = [], isProxy = 0, rest = REST } = row;
  const { weight = 1.5e15, proxied = 2.25 } = row;
  const writer = new ByteWriter();
  writer.uint64(owner);
  writer.uint64(proxy);
  writer.varuint32(producers.length);
  for (const producer of producers) writer.uint64(producer);
  writer.int64(9_007_199_254_740_993n);
  writer.float64(weight);
  writer.float64(proxied);
  writer.uint8(isProxy);
  writer.raw(rest);
  return writer.finish();
}

const delta = (value: Uint8Array, other: Partial<DeltaWrite> = {}): DeltaWrite => ({
  code: SYSTEM,
  scope: SYSTEM,
  table: nameToValue('voters'),
  primaryKey: ALICE,
  payer: ALICE,
  present: true,
  value,
  ...other,
});

test('a voter has its producers, its stake to the last unit, and its weights', () => {
  expect(voterWrites([delta(voterRow({ producers: [PRODA, PRODB] }))])).toEqual([
    {
      owner: ALICE,
      voter: {
        proxy: 0n,
        producers: [PRODA, PRODB],
        staked: 9_007_199_254_740_993n,
        lastVoteWeight: 1.5e15,
        proxiedVoteWeight: 2.25,
        isProxy: false,
      },
    },
  ]);
});

test('a voter has at most 100 producers: one with more is gone', () => {
  const voting = (count: number) =>
    voterWrites([
      delta(voterRow({ producers: Array.from({ length: count }, (_name, index) => BigInt(index)) })),
    ]);
  expect(voting(MAX_VOTED)[0]?.voter?.producers).toHaveLength(100);
  expect(voting(MAX_VOTED + 1)).toEqual([{ owner: ALICE, voter: undefined }]);
});

test('a voter with a proxy, and a proxy, are distinguished', () => {
  const [voter, proxy] = voterWrites([
    delta(voterRow({ proxy: PROXY })),
    delta(voterRow({ owner: PROXY, isProxy: 1 }), { primaryKey: PROXY }),
  ]);
  expect(voter?.voter).toMatchObject({ proxy: PROXY, isProxy: false, producers: [] });
  expect(proxy?.voter).toMatchObject({ proxy: 0n, isProxy: true });
});

test('a row that was removed removes the voter', () => {
  expect(voterWrites([delta(voterRow({}), { present: false })])).toEqual([
    { owner: ALICE, voter: undefined },
  ]);
});

test('a row without the members behind is_proxy, as older contracts have it, is read', () => {
  expect(voterWrites([delta(voterRow({ rest: new Uint8Array() }))])).toHaveLength(1);
});

test.each([
  ['another contract', { code: ALICE }],
  ['another scope', { scope: ALICE }],
  ['another table', { table: nameToValue('producers') }],
])('rows of %s are no voters', (_title, other) => {
  expect(voterWrites([delta(voterRow({}), other)])).toEqual([]);
});

test.each([
  ['too short', voterRow({}).subarray(0, 30)],
  ['with more producers than bytes', Uint8Array.from([...voterRow({}).subarray(0, 16), 0xff, 0xff, 0x03])],
  ['with an is_proxy that is neither 0 nor 1', voterRow({ isProxy: 7 })],
  ['with a weight that is no number', voterRow({ weight: NaN })],
  ['with an infinite weight', voterRow({ weight: -Infinity })],
  ['with a proxied weight that is no number', voterRow({ proxied: NaN })],
  ['of another owner', voterRow({ owner: PRODA })],
])('a row with another layout or without numbers ends the voter: %s', (_title, value) => {
  expect(voterWrites([delta(value)])).toEqual([{ owner: ALICE, voter: undefined }]);
});
