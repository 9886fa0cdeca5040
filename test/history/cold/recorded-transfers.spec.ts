import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Serializer, Struct } from '@wharfkit/antelope';
import { TransferMaker } from '../../../apps/history/src/cold-sql/transfer-maker';
import { ClickhouseHttp } from '../../../apps/history/src/store/clickhouse/clickhouse-http';
import { openTransferTier } from '../../../apps/history/src/store/cold/open-cold-tier';
import { FollowedHistory } from '../../harness/history/followed-history';
import { type ClickhouseServer, startClickhouse } from '../../harness/process/clickhouse';
import { RecordedChain } from '../../harness/ship/recorded-chain';
import { ShipServer } from '../../harness/ship/ship-server';

const MS = 60_000;
const COLD = { hotBlocks: 3, rangeBlocks: 25 };

interface TracedBlock {
  readonly number: number;
  readonly transactions: readonly {
    readonly id: string;
    readonly actions: readonly {
      readonly global_sequence: number;
      readonly receiver: string;
      readonly account: string;
      readonly action: string;
      readonly data: string;
    }[];
  }[];
}

@Struct.type('transfer')
class Transfer extends Struct {
  @Struct.field('name') declare from: { toString(): string };
  @Struct.field('name') declare to: { toString(): string };
  @Struct.field('asset') declare quantity: { toString(): string; units: { toString(): string } };
  @Struct.field('string') declare memo: string;
}

/** The transfers of the recorded blocks, by another codec, as the node traced them. */
function tracedTransfers() {
  const file = path.join(__dirname, '../../fixtures/ship/trace_api.json');
  const blocks = JSON.parse(readFileSync(file, 'utf8')) as readonly TracedBlock[];
  return blocks.flatMap(({ number, transactions }) =>
    transactions.flatMap(({ id, actions }) =>
      actions
        .filter(({ action, receiver, account }) => action === 'transfer' && receiver === account)
        .map(({ global_sequence, account, data }) => {
          const { from, to, quantity, memo } = Serializer.decode({ data, type: Transfer });
          const text = quantity.toString();
          return {
            ...{ number, id, sequence: global_sequence, account, from: String(from), to: String(to), memo },
            ...{ text, units: BigInt(text.replace(/[ A-Z.]/g, '')), symbol: text.split(' ')[1]! },
          };
        }),
    ),
  );
}

describe('decoded transfers of the recorded chain of a real node', () => {
  let clickhouse: ClickhouseServer;
  let server: ShipServer;
  let history: FollowedHistory;
  let maker: TransferMaker;
  let http: ClickhouseHttp;
  let firstHot: number;

  beforeAll(async () => {
    const chain = new RecordedChain();
    [clickhouse, server] = await Promise.all([startClickhouse(), ShipServer.start(chain)]);
    const url = clickhouse.createDatabase('recorded');
    history = await FollowedHistory.start(server.url, { cold: { ...COLD, url } });
    await history.until((id) => Buffer.from(id).equals(Buffer.from(chain.last.head.blockId)));
    firstHot = await history.moveOldActions();
    http = new ClickhouseHttp(url);
    maker = new TransferMaker(history.reader, openTransferTier(url));
    while ((await maker.step()) !== undefined) continue;
  });
  afterAll(async () => {
    http.close();
    maker.stop();
    await history.close();
    await server.close();
    await clickhouse.kill();
  });

  const rowsOf = async (sql: string): Promise<string[][]> =>
    (await http.rows(sql, MS)).map((row) =>
      row.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : String(value))),
    );

  it('SQL has the transfers of the moved blocks, as the traces of the node have them', async () => {
    const wanted = tracedTransfers().filter(({ number }) => number < firstHot);
    expect(wanted.length).toBeGreaterThan(5);
    expect(
      await rowsOf(
        'SELECT block, transaction_id, global_sequence, contract, from_account, to_account, quantity, memo FROM transfer ORDER BY global_sequence',
      ),
    ).toEqual(
      wanted.map(({ number, id, sequence, account, from, to, text, memo }) =>
        [number, id, sequence, account, from, to, text, memo].map(String),
      ),
    );
  });

  it('sums by SQL of what accounts sent are those of the traces, to the unit', async () => {
    const wanted = new Map<string, bigint>();
    for (const { number, account, from, symbol, units } of tracedTransfers()) {
      if (number >= firstHot) continue;
      const key = `${account} ${symbol} ${from}`;
      wanted.set(key, (wanted.get(key) ?? 0n) + units);
    }
    const sums = await rowsOf(
      `SELECT concat(contract, ' ', symbol, ' ', from_account) AS sender, toString(sum(amount)) FROM transfer GROUP BY sender`,
    );
    expect(new Map(sums.map(([key = '', sum = '0']) => [key, BigInt(sum)]))).toEqual(wanted);
  });
});
