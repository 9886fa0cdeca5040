import { bytesToHex } from '@app/antelope';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import type { Name } from '../../../apps/history/src/derive/name';
import { CANDLE_SPANS_MS } from '../../../apps/history/src/store/candles';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import type {
  ActionFilter,
  ActionQuery,
  CandleQuery,
  DeltaQuery,
  HistoryRange,
  LinkQuery,
  PageEnd,
  ProposalPlace,
  ProposalQuery,
} from '../../../apps/history/src/store/queries';
import type { ActionRecord, DeltaRecord } from '../../../apps/history/src/store/records';
import * as pools from '../../../apps/history/src/store/testing/pools';
import { LIST_MODELS } from './memory/list-models';
import { QUESTION_MODELS } from './memory/question-models';
import type { Random } from '../../../apps/history/src/store/testing/random';

/** A query of the port, to be asked of several stores. */
export interface PortQuery {
  readonly title: string;
  readonly ask: (reader: HistoryReader) => Promise<unknown>;
}

/** An answer as text: equal texts are equal answers. */
export const answerText = (answer: unknown): string =>
  JSON.stringify(answer, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    if (value instanceof Uint8Array) return `0x${bytesToHex(value)}`;
    if (value instanceof Map)
      return [...(value as Map<bigint, number>)].sort(([left], [right]) => (left < right ? -1 : 1));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
    return value;
  });

const askCandles = (reader: HistoryReader, query: CandleQuery) => reader.candles(query);

function candleQuery(
  random: Random,
  blocks: readonly BlockWrites[],
  pair: Name,
  spanMs: number,
): CandleQuery {
  const bound = () => (random.chance(50) ? someBlock(random, blocks)?.block.timeMs : undefined);
  const [fromMs, toMs] = [bound(), bound()];
  return {
    ...{ pair, spanMs, order: random.pick(['asc', 'desc'] as const), limit: random.pick([1, 3, 100]) },
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(toMs === undefined ? {} : { toMs }),
  };
}

const queryText = (query: unknown): string => answerText(query);

/** Every query without parameters of chance, and `count` random ones of each kind. `blocks` were appended once. */
export function portQueries(random: Random, blocks: readonly BlockWrites[], count: number): PortQuery[] {
  const queries: PortQuery[] = [{ title: 'status', ask: (reader) => reader.status() }];
  const add = <Q>(name: string, query: Q, ask: (reader: HistoryReader, query: Q) => Promise<unknown>) =>
    queries.push({ title: `${name} ${queryText(query)}`, ask: (reader) => ask(reader, query) });
  const page = () => ({ skip: random.below(3), limit: random.pick([1, 3, 100]) });
  for (let turn = 0; turn < count; turn++) {
    add('actions', actionQuery(random, blocks), (reader, query) => reader.actions(query));
    add('deltas', deltaQuery(random, blocks), (reader, query) => reader.deltas(query));
    add('actions behind a page of', actionQuery(random, blocks), actionsBehind);
    add('deltas behind a page of', deltaQuery(random, blocks), deltasBehind);
    add('links', linkQuery(random), (reader, query) => reader.links(query));
    add('proposals', proposalQuery(random, blocks), (reader, query) => reader.proposals(query));
  }
  for (const account of pools.ACCOUNTS) {
    for (const most of [1, 100])
      add('permissions', [account, most] as const, (reader, query) => reader.permissions(...query));
    add('controlled', [account, page()] as const, (reader, query) => reader.controlledPermissions(...query));
    add('created', [account, page()] as const, (reader, query) => reader.createdAccounts(...query));
    add('creation', account, (reader, query) => reader.creation(query));
  }
  for (const key of pools.KEYS) {
    add('keys', [key, page()] as const, (reader, query) => reader.keyPermissions(...query));
    add('key places', [key, page()] as const, (reader, query) => reader.keyPlaces(...query));
  }
  for (const code of pools.CONTRACTS) {
    const at = someSequence(random, blocks);
    add('abi', { contract: code }, (reader, query) => reader.abi(query));
    add('abi', { contract: code, atSequence: at }, (reader, query) => reader.abi(query));
    add('abi', { contract: code, atBlock: someBlock(random, blocks)?.block.num }, (reader, query) =>
      reader.abi(query),
    );
    for (const table of pools.TABLES) {
      const [scope, primaryKey] = [random.pick(pools.ACCOUNTS), random.pick(pools.PRIMARY_KEYS)];
      add('rows', { code, table, limit: 100 }, (reader, query) => reader.rows(query));
      add('rows', { code, table, scope, limit: 2 }, (reader, query) => reader.rows(query));
      add('rows', { code, table, after: { scope, primaryKey }, limit: 3 }, (reader, query) =>
        reader.rows(query),
      );
    }
  }
  for (const { name, queries: lists } of LIST_MODELS)
    for (const { query, ask } of lists(page)) add(name, query, ask);
  for (const { name, queries: questions } of QUESTION_MODELS)
    for (const { query, ask } of questions(random, blocks)) add(name, query, ask);
  for (const kind of ['proposed', 'activated'] as const) {
    add('schedule', { kind }, (reader, query) => reader.schedule(query));
    add('schedule', { kind, version: 1 }, (reader, query) => reader.schedule(query));
    add('schedule', { kind, producer: random.pick(pools.PRODUCERS) }, (reader, query) =>
      reader.schedule(query),
    );
    add(
      'schedule',
      { kind, key: random.pick(pools.KEYS), range: timeRange(random, blocks) },
      (reader, query) => reader.schedule(query),
    );
  }
  for (const pair of pools.PAIRS)
    for (const spanMs of CANDLE_SPANS_MS)
      add('candles', candleQuery(random, blocks, pair, spanMs), askCandles);
  add('missed', { limit: 5 }, (reader, query) => reader.missedBlocks(query));
  add(
    'missed',
    {
      limit: 100,
      minBlocks: 3,
      producer: random.pick(pools.PRODUCERS),
      range: timeRange(random, blocks),
    },
    (reader, query) => reader.missedBlocks(query),
  );
  for (let turn = 0; turn < 4; turn++) {
    const writes = someBlock(random, blocks);
    if (writes === undefined) continue;
    add('block', writes.block.num, (reader, query) => reader.block(query));
    add('block', writes.block.id, (reader, query) => reader.block(query));
    add('blockTransactions', writes.block.num, (reader, query) => reader.blockTransactions(query));
    for (const { id } of writes.transactions)
      add('transaction', id, (reader, query) => reader.transaction(query));
  }
  return queries;
}

/** The second page of a query: the first one of a store that has no second page. */
async function actionsBehind(reader: HistoryReader, query: ActionQuery) {
  const first = await reader.actions(query);
  const behind = endOf(query, first.items, (item) => item.globalSequence);
  return behind === undefined ? first : reader.actions({ ...query, skip: 0, behind });
}

async function deltasBehind(reader: HistoryReader, query: DeltaQuery) {
  const first = await reader.deltas(query);
  const behind = endOf(query, first.items, (item) => item.sequence);
  return behind === undefined ? first : reader.deltas({ ...query, skip: 0, behind });
}

function endOf<T>(
  { skip }: ActionQuery | DeltaQuery,
  items: readonly T[],
  sequenceOf: (item: T) => bigint,
): PageEnd | undefined {
  const last = items.at(-1);
  return last && { sequence: sequenceOf(last), passed: skip + items.length };
}

const someBlock = (random: Random, blocks: readonly BlockWrites[]): BlockWrites | undefined =>
  blocks.length === 0 ? undefined : random.pick(blocks);

const someSequence = (random: Random, blocks: readonly BlockWrites[]): bigint =>
  (someBlock(random, blocks)?.actions.at(-1)?.globalSequence ?? 100n) + BigInt(random.below(3) - 1);

function timeRange(random: Random, blocks: readonly BlockWrites[]): HistoryRange {
  const time = () => (someBlock(random, blocks)?.block.timeMs ?? 0) + random.below(3) * 250;
  return {
    ...(random.chance(60) ? { fromTimeMs: time() } : {}),
    ...(random.chance(60) ? { toTimeMs: time() } : {}),
  };
}

function historyRange(random: Random, blocks: readonly BlockWrites[]): HistoryRange {
  const num = () => (someBlock(random, blocks)?.block.num ?? 0) + random.below(3) - 1;
  return {
    ...(random.chance(30) ? timeRange(random, blocks) : {}),
    ...(random.chance(30) ? { fromBlock: num() } : {}),
    ...(random.chance(30) ? { toBlock: num() } : {}),
  };
}

const common = (random: Random) => ({
  order: random.pick(['asc', 'desc'] as const),
  skip: random.chance(60) ? 0 : random.below(5),
  limit: random.pick([1, 2, 5, 1000]),
  countUpTo: random.pick([0, 1, 3, 10_000, Infinity]),
});

function actionQuery(random: Random, blocks: readonly BlockWrites[]): ActionQuery {
  const some = <T>(percent: number, member: () => T): T | undefined =>
    random.chance(percent) ? member() : undefined;
  const filter = (): ActionFilter => ({
    code: some(60, () => random.pick(pools.CONTRACTS)),
    name: some(60, () => random.pick(pools.ACTIONS)),
  });
  const writes = someBlock(random, blocks);
  const sequences = some(20, () => ({
    fromSequence: some(50, () => someSequence(random, blocks)),
    toSequence: some(50, () => someSequence(random, blocks)),
  }));
  return {
    ...common(random),
    account: some(50, () => random.pick(pools.ACCOUNTS)),
    filters: some(50, () => random.list(3, filter)),
    fields: some(30, () =>
      random.list(2, () => {
        const field = random.pick(pools.FIELDS);
        const pool = field === 'transfer.symbol' ? pools.SYMBOLS : pools.ACCOUNTS;
        return { field, values: [...new Set([random.pick(pool), random.pick(pool)])] };
      }),
    ),
    transactionId: some(10, () => writes?.transactions[0]?.id ?? random.bytes(32)),
    range: some(50, () => ({ ...historyRange(random, blocks), ...sequences })),
    isWanted: some(15, () => (record: ActionRecord) => Promise.resolve(record.globalSequence % 3n !== 0n)),
    conditions: some(30, () => ({
      blockId: some(10, () => writes?.block.id ?? random.bytes(32)),
      producer: some(30, () => random.pick(pools.PRODUCERS)),
      actionOrdinal: some(20, () => 1 + random.below(3)),
      creatorActionOrdinal: some(20, () => random.below(2)),
      cpuUsageUs: some(20, () => random.below(3) * 100),
      netUsageWords: some(20, () => random.below(3) * 16),
      receiver: some(20, () => random.pick(pools.ACCOUNTS)),
      actor: some(20, () => random.pick(pools.ACCOUNTS)),
      permission: some(20, () => random.pick(pools.PERMISSIONS)),
    })),
  };
}

function deltaQuery(random: Random, blocks: readonly BlockWrites[]): DeltaQuery {
  const some = <T>(percent: number, member: () => T): T | undefined =>
    random.chance(percent) ? member() : undefined;
  return {
    ...common(random),
    code: some(50, () => random.pick(pools.CONTRACTS)),
    scope: some(40, () => random.pick(pools.ACCOUNTS)),
    table: some(50, () => random.pick(pools.TABLES)),
    payer: some(30, () => random.pick(pools.ACCOUNTS)),
    primaryKey: some(20, () => random.pick(pools.PRIMARY_KEYS)),
    present: some(30, () => random.chance(50)),
    range: some(40, () => historyRange(random, blocks)),
    isWanted: some(15, () => (record: DeltaRecord) => record.primaryKey % 2n === 1n),
  };
}

function linkQuery(random: Random): LinkQuery {
  const some = (pool: readonly bigint[]) => (random.chance(40) ? random.pick(pool) : undefined);
  return {
    skip: random.below(3),
    limit: random.pick([1, 100]),
    account: some(pools.ACCOUNTS),
    code: some(pools.CONTRACTS),
    action: some([0n, ...pools.ACTIONS]),
    permission: some(pools.PERMISSIONS),
  };
}

/** Of an event, or near it. */
function proposalPlace(random: Random, blocks: readonly BlockWrites[]): ProposalPlace {
  const globalSequence = random.chance(30) ? 0n : someSequence(random, blocks);
  return {
    globalSequence,
    blockNum: someBlock(random, blocks)?.block.num ?? 0,
    proposer: random.pick(pools.ACCOUNTS),
    name: random.pick(pools.PROPOSALS),
  };
}

function proposalQuery(random: Random, blocks: readonly BlockWrites[]): ProposalQuery {
  const level = () =>
    random.chance(30)
      ? {
          actor: random.pick(pools.ACCOUNTS),
          ...(random.chance(50) ? { permission: random.pick(pools.PERMISSIONS) } : {}),
        }
      : undefined;
  return {
    skip: random.below(2),
    limit: random.pick([1, 100]),
    proposer: random.chance(40) ? random.pick(pools.ACCOUNTS) : undefined,
    name: random.chance(40) ? random.pick(pools.PROPOSALS) : undefined,
    accounts: random.chance(40) ? [random.pick(pools.ACCOUNTS), random.pick(pools.ACCOUNTS)] : undefined,
    requested: level(),
    provided: level(),
    status: random.chance(30) ? random.pick(['open', 'executed', 'cancelled'] as const) : undefined,
    ...(random.chance(30) ? { expired: { atMs: 2 ** 41, isWanted: random.chance(50) } } : {}),
    ...(random.chance(40) ? { behind: proposalPlace(random, blocks) } : {}),
  };
}
