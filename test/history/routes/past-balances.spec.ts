import { bytesToHex, nameFromValue, nameToValue } from '@app/antelope';
import { decodeBlock, type RowTypes, type ShipStatus } from '@app/ship';
import { Asset, Serializer } from '@wharfkit/antelope';
import { ROWS_AT_BLOCK } from '../../../apps/history/src/routes/table-rows/rows-at-block';
import { FollowedHistory } from '../../harness/history/followed-history';
import type { RecordedSession } from '../../harness/ship/recorded-frames';
import { recordedBlocks, recordedSource, statusOfRecording } from '../../harness/ship/recorded-source';
import { ReplayedState } from '../../harness/ship/replayed-state';
import { ShipServer } from '../../harness/ship/ship-server';

type Row = RowTypes['contract_row'];
interface Tokens {
  readonly complete?: boolean;
  readonly known_from?: number;
  readonly block_num: number;
  readonly total: { readonly value: number };
  readonly tokens: readonly { readonly contract: string; readonly symbol: string; readonly amount: number }[];
}

const ACCOUNTS = nameToValue('accounts');

/** Rows of contracts after each block of the branch that lasts, computed from the deltas of the real node alone. */
function statesOf(sessions: readonly RecordedSession[]): Map<number, readonly Row[]> {
  const lasting = new Map(
    sessions.flatMap(recordedBlocks).map((result) => [result.thisBlock!.blockNum, result] as const),
  );
  const replayed = new ReplayedState();
  const states = new Map<number, readonly Row[]>();
  for (const num of [...lasting.keys()].sort((one, other) => one - other)) {
    const { deltas } = decodeBlock(lasting.get(num)!);
    replayed.apply(deltas.filter(({ name }) => name === 'contract_row'));
    states.set(num, replayed.rows('contract_row'));
  }
  return states;
}

/** Balances of an account. The client library reads the asset that a row begins with. */
const balancesOf = (rows: readonly Row[], account: bigint): string[] =>
  rows
    .filter(({ table, scope }) => table === ACCOUNTS && scope === account)
    .map(({ code, value }) => {
      const balance = Serializer.decode({ data: value.slice(0, 16), type: Asset });
      return `${nameFromValue(code)} ${String(balance.value)} ${balance.symbol.name}`;
    })
    .sort();

const shown = ({ tokens }: Tokens): string[] =>
  tokens.map(({ contract, amount, symbol }) => `${contract} ${String(amount)} ${symbol}`).sort();

describe.each([
  ['of Leap 5.0', ['genesis', 'session'], {}, undefined, 500],
  ['from a snapshot', ['snapshot'], { status: statusOfRecording('snapshot') }, undefined, 500],
  ['with a fork', ['mixed'], { status: statusOfRecording('mixed') }, 1055, 100],
] as const)(
  'past states of a chain %s',
  (_title, sessions, { status }: { status?: ShipStatus }, firstBlock, least) => {
    const states = statesOf(sessions);
    const nums = [...states.keys()];
    const [first, last] = [Math.min(...nums), Math.max(...nums)];
    let server: ShipServer;
    let history: FollowedHistory;

    beforeAll(async () => {
      server = await ShipServer.start(recordedSource([sessions], status));
      history = await FollowedHistory.start(server.url, { follow: { firstBlock } });
      const id = bytesToHex(recordedBlocks(sessions.at(-1)!).at(-1)!.thisBlock!.blockId);
      await history.until((found) => bytesToHex(found) === id);
    });
    afterAll(async () => {
      await history.close();
      await server.close();
    });

    it('get_tokens answers the balances that the deltas of the node add up to, at every block', async () => {
      const accounts = new Set(
        [...states.values()].flat().flatMap(({ table, scope }) => (table === ACCOUNTS ? [scope] : [])),
      );
      let compared = 0;
      for (const [block_num, rows] of states)
        for (const account of accounts) {
          const answer = await history.read<Tokens>('/v2/state/get_tokens', {
            ...{ account: nameFromValue(account), block_num, limit: 1000 },
          });
          const wanted = balancesOf(rows, account);
          expect([block_num, answer.block_num, shown(answer)]).toEqual([block_num, block_num, wanted]);
          expect(answer.total.value).toBe(wanted.length);
          expect(answer.known_from).toBe(firstBlock);
          compared += wanted.length;
        }
      expect(compared).toBeGreaterThan(least);
    });

    it('the rows of every table as of every tenth block are those that the deltas of the node add up to', async () => {
      const tables = new Map(
        [...states.values()].flat().map(({ code, table }) => [`${code}/${table}`, { code, table }]),
      );
      let compared = 0;
      for (const [atBlock, all] of states)
        for (const { code, table } of atBlock % 10 === 0 ? tables.values() : []) {
          const { rows } = await history.reader.answer(ROWS_AT_BLOCK, { code, table, atBlock, limit: 1000 });
          const wanted = all.filter((row) => row.code === code && row.table === table);
          expect(rows.map(textOf).sort()).toEqual(wanted.map(textOf).sort());
          compared += rows.length;
        }
      expect(compared).toBeGreaterThan(least / 10);
    });

    it('blocks beside the history are refused with its ends', async () => {
      const ask = (block_num: number) => history.get('/v2/state/get_tokens', { account: 'alice', block_num });
      const ahead = await ask(last + 1);
      expect(ahead.status).toBe(400);
      expect(ahead.text).toContain(`block_num: the newest block is ${last}`);
      const before = await ask(first - 1);
      expect(before.status).toBe(400);
      expect(before.text).toContain(
        first === 1 ? 'block_num' : `block_num: the history begins with block ${first}`,
      );
    });
  },
);

const textOf = ({
  scope,
  primaryKey,
  payer,
  value,
}: Pick<Row, 'scope' | 'primaryKey' | 'payer' | 'value'>): string =>
  [scope, primaryKey, payer, bytesToHex(value)].join(' ');
