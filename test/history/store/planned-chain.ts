import { symbolCodeToValue } from '@app/antelope';
import { ACTION_FIELDS, type ActionField } from '../../../apps/history/src/derive/action-writes';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import type { SqlDatabase } from '../../../apps/history/src/store/sql/session';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqlHistoryWriter } from '../../../apps/history/src/store/sql/sql-writer';
import { Random } from '../../../apps/history/src/store/testing/random';
import {
  name,
  type SampleAction,
  SampleBlocks,
  sampleKey,
  samplePermission,
  transferAction,
} from '../../harness/history/sample-blocks';
import { RecordingDatabase, type Statement } from './query-plans';

const BLOCKS = 400;
/** Blocks without actions, before the others: a table of few rows would be read whole. */
const EMPTY_BLOCKS = 5000;
export const HEAD = 1 + EMPTY_BLOCKS + BLOCKS;
/** A block with actions. */
export const FROM = HEAD - 200;
const ACTIONS = 25;
export const CONTRACTS = ['tokena', 'tokenb', 'tokenc', 'tokend'];
export const USERS = Array.from(
  { length: 40 },
  (_, index) => `user${'abcdefghij'[index % 10]}${'abcd'[index % 4]}`,
);

/** An action of the system contract with an indexed member. */
const systemAction = (field: ActionField, user: string): SampleAction => ({
  account: 'eosio',
  name: field.split('.')[0]!,
  actor: user,
  data: new Uint8Array(16),
  fields: [{ field, value: name(user) }],
});

const SYSTEM_FIELDS = ACTION_FIELDS.filter((field) => !field.startsWith('transfer.'));

/** Links, proposals, controlled permissions and voters of a block: in all of them, some thousand of each. */
function stateOf(block: number): Partial<BlockWrites> {
  const account = name(USERS[block % USERS.length]!);
  const owner = name(`owner${numbered(block)}`);
  const action = name(`act${numbered(block)}`);
  const proposal = { proposer: account, name: action };
  return {
    links: [
      { account, code: name(CONTRACTS[block % 4]!), action, permission: name(`pay${numbered(block % 9)}`) },
    ],
    proposals: [
      {
        kind: 'proposed',
        ...proposal,
        globalSequence: BigInt(block + 1),
        transaction: new Uint8Array(8),
        requested: [{ actor: name(USERS[(block + 7) % USERS.length]!), permission: name('active') }],
      },
      ...(block % 5 === 0
        ? [{ kind: 'executed' as const, ...proposal, globalSequence: BigInt(EMPTY_BLOCKS + block) }]
        : []),
    ],
    permissions: [samplePermission(`owner${numbered(block)}`, sampleKey(1), USERS[block % USERS.length])],
    tokens: [
      {
        account: owner,
        contract: name(CONTRACTS[block % 4]!),
        symbolCode: symbolCodeToValue('SYS'),
        precision: 4,
        units: BigInt(block % 97),
      },
    ],
    voters: [
      {
        owner,
        voter: {
          proxy: 0n,
          producers: [name(CONTRACTS[block % 4]!)],
          staked: 1n,
          lastVoteWeight: block,
          proxiedVoteWeight: 0,
          isProxy: false,
        },
      },
    ],
  };
}

/** A number in letters: names have few digits. */
const numbered = (value: number): string =>
  [...String(value).padStart(4, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('');

/** Blocks without actions, and then blocks of actions and deltas of a few contracts and users. */
export function sampleChain(): BlockWrites[] {
  const made = new SampleBlocks();
  const random = new Random(1);
  const empty = Array.from({ length: EMPTY_BLOCKS }, (_, block) => made.next([], stateOf(block)));
  const full = Array.from({ length: BLOCKS }, (_, block) => {
    const transactions = Array.from({ length: ACTIONS }, (_unused, index): SampleAction[] => {
      const user = random.pick(USERS);
      if (index % 5 === 4)
        return [systemAction(SYSTEM_FIELDS[(block + index) % SYSTEM_FIELDS.length]!, user)];
      const contract = random.pick(CONTRACTS);
      return [transferAction(user, random.pick(USERS), '1.0000 SYS', { contract })];
    });
    const deltas = Array.from({ length: 10 }, (_unused, index) => ({
      code: name(random.pick(CONTRACTS)),
      table: name(random.pick(['accounts', 'stat', 'orders'])),
      scope: name(random.pick(USERS)),
      primaryKey: BigInt(index),
      payer: name(random.pick(USERS)),
      present: index % 5 !== 0,
      value: new Uint8Array(16),
    }));
    return made.next(transactions, { deltas });
  });
  return [...empty, ...full];
}

/** A store whose reads keep their statements. */
export interface RecordedStore {
  readonly recording: RecordingDatabase;
  readonly reader: HistoryReader;
}

/** Writes the sample, and answers the reader whose statements are kept. */
export async function filled(database: SqlDatabase): Promise<RecordedStore> {
  const writer = new SqlHistoryWriter(database);
  await writer.open(new Uint8Array(32));
  await writer.append(sampleChain(), HEAD);
  const recording = new RecordingDatabase(database);
  return { recording, reader: new SqlHistoryReader(recording) };
}

/** The statements of one query. */
export async function statementsOf(
  { recording, reader }: RecordedStore,
  ask: (reader: HistoryReader) => Promise<unknown>,
): Promise<readonly Statement[]> {
  recording.statements.splice(0);
  await ask(reader);
  return [...recording.statements];
}
