import { serializeAbi } from '@app/antelope';
import { ManualClock } from '@app/operations';
import { ABI, Serializer } from '@wharfkit/antelope';
import { pino } from 'pino';
import { type ServedHistory, serveHistory } from '../../../apps/history/src/serve-history';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { HistoryClient } from '../../harness/history/history-client';
import { name, SampleBlocks } from '../../harness/history/sample-blocks';
import { useStoreLocations } from '../../harness/history/store-locations';

/** Of the gateway, for answers of a history. */
const GATEWAY_BYTES = 8 * 1024 * 1024;
const ROWS = 25;
/** With rows of 100 KiB. */
const FITTING = 10;
const KEYS = Array.from({ length: ROWS }, (_row, key) => String(key));
const ALL = { code: 'evil', table: 'rows', limit: 1000 };

const LAYOUT = ABI.from({
  version: 'eosio::abi/1.2',
  structs: [{ name: 'row', base: '', fields: [{ name: 'text', type: 'string' }] }],
  tables: [{ name: 'rows', type: 'row', index_type: 'i64', key_names: [], key_types: [] }],
});
/** Each byte takes six characters in an answer. */
const VALUE = Serializer.encode({ object: '\u0001'.repeat(100 * 1024), type: 'string' }).array;

interface Page {
  readonly results: readonly { readonly primary_key: string; readonly data: { readonly text: string } }[];
  readonly next_key: string;
}

describe('tables with rows of 100 KiB', () => {
  const [[, fileOf]] = useStoreLocations();
  let served: ServedHistory;
  let history: HistoryClient;

  beforeAll(async () => {
    const file = await fileOf('large-rows');
    const writer = openSqliteWriter(file, 8);
    const blocks = new SampleBlocks();
    const place = { code: name('evil'), table: name('rows'), scope: name('evil'), payer: name('evil') };
    const deltas = KEYS.map((key) => ({ ...place, primaryKey: BigInt(key), present: true, value: VALUE }));
    const abis = [{ account: name('evil'), globalSequence: 0n, abi: serializeAbi(LAYOUT) }];
    await writer.open(CHAIN_ID);
    await writer.append([blocks.next([], { deltas, abis }), blocks.next(), blocks.next([], { deltas })], 0);
    await writer.close();
    const reader = new SqlHistoryReader(new SqliteDatabase(file, { isReadOnly: true, cacheMiB: 2 }));
    const status = () => ({ isConnected: true, nodeHeadNum: 4, targetNum: 4, error: undefined });
    const source = { chain: 'sample', version: '1.0.0', hasStream: false, status };
    served = await serveHistory(
      { reader, source, clock: new ManualClock(0), chainUrl: undefined },
      { host: '127.0.0.1', port: 0, logger: pino({ level: 'silent' }) },
    );
    history = new HistoryClient(served.url);
  });
  afterAll(() => served.close());

  it.each([
    ['the head', {}],
    ['a block before', { block_num: 3 }],
  ])('pages of get_table_state as of %s pass the gateway, and have all rows', async (_block, at) => {
    const keys: string[] = [];
    let after_key = '';
    do {
      const query = { ...ALL, ...at, after_key };
      const { status, text, json } = await history.get<Page>('/v2/history/get_table_state', query);
      expect(status).toBe(200);
      expect(Buffer.byteLength(text)).toBeLessThan(GATEWAY_BYTES);
      expect(json.results.length).toBeLessThanOrEqual(FITTING);
      expect(json.results.every(({ data }) => data.text.length === 100 * 1024)).toBe(true);
      keys.push(...json.results.map(({ primary_key }) => primary_key));
      after_key = json.next_key;
    } while (after_key !== '');
    expect(keys).toEqual(KEYS);
  });

  it.each([
    ['all rows', {}, KEYS.slice(0, FITTING)],
    ['rows in an order', { sort_by: '@pk', sort_direction: 'desc' }, KEYS.toReversed().slice(0, FITTING)],
    ['rows with a condition', { filters: '{"@pk":{"$gte":5}}' }, KEYS.slice(5, 5 + FITTING)],
  ])('a page of get_table_rows with %s is refused with the limit that fits', async (_rows, query, keys) => {
    const read = (limit: number) =>
      history.get<{ message: string; rows: Record<string, unknown>[] }>('/v2/state/get_table_rows', {
        ...{ contract: 'evil', table: 'rows', limit, ...query },
      });
    const { status, json } = await read(1000);
    expect(status).toBe(400);
    expect(json.message).toMatch(/^limit: the values .*; 10 of its entries fit\. Take a lower one$/);
    const page = await read(FITTING);
    expect(page.status).toBe(200);
    expect(page.json.rows.map((row) => row['@pk'])).toEqual(keys);
  });
});
