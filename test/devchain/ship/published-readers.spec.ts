import { decodeAction, parsePublicKey, publicKeyText } from '@app/antelope';
import type { ActionTrace } from '../../../apps/devchain/src/kernel/execution/trace';
import { allOr, longOr } from '../../harness/long';
import { HistoryChain } from '../../harness/ship/history-chain';
import { readWith, type ReadBlock, type ReadRow } from '../../harness/ship/published-reader';
import { rowsOfNode } from './support/chain-state';

const BLOCKS = longOr(1000, allOr(300, 100));
const FIRST_WITH_TRACES = 2;

/** Floats as nodes print them. */
const NODE_FLOAT = /^-?\d+\.\d{17}$/;

/** Public keys as nodes print them. */
const NODE_KEY = /^EOS[1-9A-HJ-NP-Za-km-z]{50}$/;

/** Numbers and booleans as texts, keys in their newer form: libraries print them in different ways. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'string' && NODE_FLOAT.test(value)) return String(Number(value));
  if (typeof value === 'string' && NODE_KEY.test(value)) return publicKeyText(parsePublicKey(value));
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

/** The rows that are left, by place, in the order of their primary keys. */
function rowsLeft(blocks: readonly ReadBlock[]): Map<string, ReadRow[]> {
  const rows = new Map<string, ReadRow>();
  for (const row of blocks.flatMap((block) => block.rows)) {
    const key = [row.code, row.scope, row.table, row.primaryKey].join(' ');
    if (row.present) rows.set(key, row);
    else rows.delete(key);
  }
  const ordered = [...rows.values()].sort((left, right) =>
    BigInt(left.primaryKey) < BigInt(right.primaryKey) ? -1 : 1,
  );
  const byPlace = new Map<string, ReadRow[]>();
  for (const row of ordered) {
    const place = `${row.code} ${row.scope} ${row.table}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), row]);
  }
  return byPlace;
}

describe('published readers of state history', () => {
  let chain: HistoryChain;
  let last: number;
  let contracts: string[];
  const executed: ActionTrace[] = [];
  beforeAll(async () => {
    chain = await HistoryChain.start({}, { simulation: true });
    const firstSeen = chain.chain.head().num;
    let openTransactions = 0;
    chain.chain.events.transaction.add(() => openTransactions++);
    chain.chain.events.block.add((_, traces) => {
      executed.push(...traces.flatMap(({ actionTraces }) => actionTraces));
      openTransactions = 0;
    });
    await chain.produce(BLOCKS);
    // Tables show the transactions of the open block, which its history does not have yet.
    while (openTransactions > 0) await chain.produce();
    last = chain.chain.head().num;
    expect(last - firstSeen).toBeGreaterThanOrEqual(BLOCKS);
    contracts = [...chain.chain.stateView().contracts].filter((name) => chain.chain.abi(name) !== undefined);
  });
  afterAll(() => chain.close());

  /** Actions of these contracts since `beforeAll`, in the order of execution. */
  const expectedActions = (data: (trace: ActionTrace) => unknown) =>
    executed
      .filter(({ act }) => contracts.includes(act.account))
      .sort((left, right) => left.receipt!.globalSequence - right.receipt!.globalSequence)
      .map((trace) => ({
        sequence: String(trace.receipt!.globalSequence),
        receiver: trace.receiver,
        account: trace.act.account,
        name: trace.act.name,
        data: data(trace),
      }));
  const actionsOf = (blocks: readonly ReadBlock[]) => {
    const from = executed.reduce(
      (lowest, { receipt }) => Math.min(lowest, receipt!.globalSequence),
      Infinity,
    );
    return blocks
      .flatMap(({ actions }) => actions)
      .filter(({ sequence, account }) => Number(sequence) >= from && contracts.includes(account))
      .sort((left, right) => Number(left.sequence) - Number(right.sequence));
  };
  const consecutive = (first: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

  it('@eosrio/hyperion-sequential-reader decodes every action, and every row as get_table_rows', async () => {
    const { url, shipUrl } = chain;
    const blocks = await readWith('sequential-reader', {
      ...{ url, shipUrl, contracts, first: FIRST_WITH_TRACES, last },
    });
    expect(blocks.map(({ num }) => num)).toEqual(consecutive(FIRST_WITH_TRACES));
    const decoded = expectedActions(({ act }) =>
      plain(decodeAction(chain.chain.abi(act.account)!.parsed, act.name, act.data)),
    );
    expect(decoded.length).toBeGreaterThan(BLOCKS);
    expect(actionsOf(blocks).map((action) => ({ ...action, data: plain(action.data) }))).toEqual(decoded);
    const rows = rowsLeft(blocks);
    expect(rows.size).toBeGreaterThan(50);
    for (const [place, left] of rows) {
      const [code, scope, table] = place.split(' ');
      const answer = await chain.node.read<{ rows: { data: object; payer: string }[] }>('get_table_rows', {
        ...{ code, scope, table, json: true, show_payer: true, limit: -1, time_limit_ms: 10_000 },
      });
      expect({ place, rows: left.map(({ value, payer }) => plain({ data: value, payer })) }).toEqual({
        place,
        rows: answer.rows.map(plain),
      });
    }
  });

  it('@eosdacio/eosio-statereceiver gives every action, and every row as get_table_rows in hex', async () => {
    const { url, shipUrl } = chain;
    const blocks = await readWith('state-receiver', { url, shipUrl, first: 1, last });
    expect(blocks.map(({ num }) => num)).toEqual(consecutive(1));
    expect(actionsOf(blocks)).toEqual(
      expectedActions(({ act }) => Buffer.from(act.data).toString('hex').toLowerCase()),
    );
    const rows = rowsLeft(blocks);
    const places = [...rows.keys()];
    const left = places.map((place) => [
      place,
      rows.get(place)!.map(({ value, payer }) => ({ data: value, payer })),
    ]);
    expect(Object.fromEntries(left)).toEqual(await rowsOfNode(chain.node, places));
    expect([...rows.values()].flat()).toHaveLength(chain.chain.memory().rows);
  });
});
