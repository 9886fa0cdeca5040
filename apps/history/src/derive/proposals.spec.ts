import { ByteWriter, nameToValue } from '@app/antelope';
import type { ActionWrite } from './action-writes';
import type { DeltaWrite } from './block-writes';
import { proposalEvents } from './proposals';

const [ALICE, BOB, PAY, ACTIVE] = ['alice', 'bob', 'pay', 'active'].map(nameToValue) as [
  bigint,
  bigint,
  bigint,
  bigint,
];
const MULTISIG = nameToValue('eosio.msig');
const TIME_MS = Date.UTC(2030, 0, 1);
const PACKED = Uint8Array.of(1, 2, 3, 4);
const KEY = { proposer: ALICE, name: PAY };
const LEVEL = { actor: BOB, permission: ACTIVE };

function written(write: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter();
  write(writer);
  return writer.finish();
}
const writeKey = (writer: ByteWriter): void => [ALICE, PAY].forEach((value) => writer.uint64(value));
const writeLevel = (writer: ByteWriter): void => [BOB, ACTIVE].forEach((value) => writer.uint64(value));

const action = (name: string, data: Uint8Array, account = MULTISIG): ActionWrite => ({
  transaction: 0,
  globalSequence: 70n,
  actionOrdinal: 1,
  creatorActionOrdinal: 0,
  account,
  name: nameToValue(name),
  authorization: [],
  isContextFree: false,
  data,
  receipts: [],
  ramDeltas: [],
  returnValue: new Uint8Array(),
  accounts: [],
  fields: [],
});
const row = (table: string, value: Uint8Array, other: Partial<DeltaWrite> = {}): DeltaWrite => ({
  code: MULTISIG,
  scope: ALICE,
  table: nameToValue(table),
  primaryKey: PAY,
  payer: ALICE,
  present: true,
  value,
  ...other,
});
const eventsOf = (actions: ActionWrite[], rows: DeltaWrite[] = [], isSnapshot = false) =>
  proposalEvents(actions, rows, TIME_MS, isSnapshot);

const propose = written((writer) => {
  writeKey(writer);
  writer.varuint32(1);
  writeLevel(writer);
  writer.raw(PACKED);
});
const keyAndLevel = written((writer) => {
  writeKey(writer);
  writeLevel(writer);
});
const keyAndExecuter = written((writer) => {
  writeKey(writer);
  writer.uint64(BOB);
});

test('the step of propose has the requested approvals and the packed transaction, to its last byte', () => {
  expect(eventsOf([action('propose', propose)])).toEqual([
    { ...KEY, kind: 'proposed', globalSequence: 70n, requested: [LEVEL], transaction: PACKED },
  ]);
});

test.each([
  ['approve', keyAndLevel, { kind: 'approved', level: LEVEL, timeMs: TIME_MS }],
  ['unapprove', keyAndLevel, { kind: 'unapproved', level: LEVEL, timeMs: TIME_MS }],
  ['exec', keyAndExecuter, { kind: 'executed', globalSequence: 70n }],
  ['cancel', keyAndExecuter, { kind: 'cancelled', globalSequence: 70n }],
])('%s is a step of the proposal', (name, data, expected) => {
  expect(eventsOf([action(name, data)])).toEqual([{ ...KEY, ...expected }]);
});

test('steps of proposals come in the order of execution, before the rows of the block', () => {
  const approvals = written((writer) => {
    writer.uint8(1);
    writer.uint64(PAY);
    writer.varuint32(0);
    writer.varuint32(1);
    writeLevel(writer);
    writer.int64(BigInt(TIME_MS) * 1000n + 999n);
  });
  const events = eventsOf(
    [action('propose', propose), action('approve', keyAndLevel), action('exec', keyAndExecuter)],
    [row('approvals2', approvals)],
  );
  expect(events.map(({ kind }) => kind)).toEqual(['proposed', 'approved', 'executed', 'approvals']);
  expect(events.at(-1)).toEqual({
    ...KEY,
    kind: 'approvals',
    requested: [],
    provided: [{ ...LEVEL, timeMs: TIME_MS }],
  });
});

test('rows of the first table of approvals have no times', () => {
  const approvals = written((writer) => {
    writer.uint64(PAY);
    writer.varuint32(1);
    writeLevel(writer);
    writer.varuint32(0);
  });
  expect(eventsOf([], [row('approvals', approvals)])).toEqual([
    { ...KEY, kind: 'approvals', requested: [{ ...LEVEL, timeMs: 0 }], provided: [] },
  ]);
});

test('a row of a proposal counts in a snapshot alone, where its action is not known', () => {
  const proposal = written((writer) => {
    writer.uint64(PAY);
    writer.prefixed(PACKED);
  });
  expect(eventsOf([], [row('proposal', proposal)])).toEqual([]);
  expect(eventsOf([], [row('proposal', proposal)], true)).toEqual([
    { ...KEY, kind: 'proposed', globalSequence: 0n, requested: [], transaction: PACKED },
  ]);
});

test('other contracts, other actions and removed rows are no steps', () => {
  expect(eventsOf([action('propose', propose, ALICE), action('invalidate', keyAndLevel)])).toEqual([]);
  expect(eventsOf([], [row('approvals', new Uint8Array(10), { present: false })])).toEqual([]);
  expect(eventsOf([], [row('approvals', new Uint8Array(10), { code: ALICE })])).toEqual([]);
});

test.each([
  ['an action that ends early', () => eventsOf([action('approve', keyAndLevel.subarray(0, 20))])],
  ['a list that is longer than its row', () => eventsOf([], [row('approvals', Uint8Array.of(1, 2, 3))])],
])('a proposal step of another layout is left out: %s', (_title, events) => {
  expect(events()).toEqual([]);
});
