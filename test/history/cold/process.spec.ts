import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ClickhouseHttp } from '../../../apps/history/src/store/clickhouse/clickhouse-http';
import { type ClickhouseServer, startClickhouse } from '../../harness/process/clickhouse';
import { ManagedHistory } from '../../harness/process/managed-history';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { until } from '../../harness/until';

/** Two ranges are closed: those up to blocks 999 and 1999. */
const BLOCKS = 3_100;
const LIMITS = { HISTORY_HOT_BLOCKS: '1000', HISTORY_COLD_RANGE_BLOCKS: '1000' };
const FIRST_HOT = 2000;
const MS = 60_000;

/** Before, behind and over the border of the tiers. */
const ROUTES = [
  '/v2/history/get_actions?limit=50&sort=asc',
  '/v2/history/get_actions?limit=100&skip=1060',
  '/v2/history/get_actions?account=eosio&filter=eosio:onblock&limit=20&track=true',
  `/v2/history/get_actions?after=${FIRST_HOT - 10}&before=${FIRST_HOT + 10}&sort=asc&limit=30`,
  '/v2/history/get_actions?account=eosio&act.authorization.actor=eosio&limit=5&before=500',
  '/v2/history/get_deltas?limit=10',
  '/v2/history/get_deltas?limit=50&sort=asc&skip=20',
  `/v2/history/get_deltas?after=${FIRST_HOT - 10}&before=${FIRST_HOT + 10}&limit=30`,
  `/v2/history/get_deltas?primary_key=0&code=eosio&table=branch&after=${FIRST_HOT - 5}&limit=30`,
  '/v2/history/get_table_state?code=eosio&table=branch&block_num=1500&limit=3',
  `/v2/history/get_block?block_num=${FIRST_HOT - 1}`,
  `/v1/trace_api/get_block?block_num=900`,
  '/v2/stats/get_action_usage?period=24h&end_date=2026-01-01T00:00:00Z',
];

describe('a history node with a cold tier', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cold-process-'));
  const chain = new ModelChain();
  let server: ShipServer;
  let clickhouse: ClickhouseServer;
  let running: ManagedHistory[] = [];

  beforeAll(async () => {
    chain.extend(BLOCKS);
    [server, clickhouse] = await Promise.all([ShipServer.start(chain), startClickhouse()]);
  });
  afterEach(async () => {
    for (const each of running) await each.stop('SIGKILL');
    running = [];
  });
  afterAll(async () => {
    await server.close();
    await clickhouse.kill();
    rmSync(folder, { recursive: true });
  });

  async function start(name: string, env: Readonly<Record<string, string>> = {}) {
    const place = { HISTORY_STATE_DIR: folder, HISTORY_NAME: name };
    const started = await ManagedHistory.start({ HISTORY_SHIP_URL: server.url, ...place, ...env });
    running.push(started);
    return { url: await started.url(), metrics: `http://127.0.0.1:${started.managementPort}/metrics` };
  }

  /** Without the times of the request. */
  async function answer(url: string, route: string): Promise<string> {
    const response = await fetch(`${url}${route}`);
    const text = (await response.text()).replace(/"query_time_ms":[\d.]+,?/, '');
    return `${route} ${response.status} ${text}`;
  }

  /** One after the other, each until a busy machine gives it its half a second: a search that has less is refused. */
  async function answers(url: string, routes = ROUTES): Promise<string[]> {
    const all: string[] = [];
    for (const route of routes) {
      let text = '';
      await until(async () => !(text = await answer(url, route)).includes('narrow the search'));
      all.push(text);
    }
    return all;
  }

  const isFollowed = async (url: string): Promise<boolean> =>
    (await answer(url, '/v2/health')).includes(`"last_indexed_block":${BLOCKS}`);

  it('a history node with a URL for SQL decodes the transfers of moved ranges, up to the border', async () => {
    const url = clickhouse.createDatabase('decoded');
    const reader = url.replace('//', '//reader@');
    await start('decoded', { HISTORY_COLD_URL: url, HISTORY_SQL_URL: reader, ...LIMITS });
    const http = new ClickhouseHttp(url);
    const decoded = async (): Promise<string> => {
      const [exists] = await http.rows('EXISTS TABLE transfer_range', MS);
      if (exists?.[0] !== 1) return '';
      return String(await http.rows('SELECT first, last FROM transfer_range ORDER BY first', MS));
    };
    await until(async () => (await decoded()).endsWith(`,${FIRST_HOT - 1}`));
    expect(await decoded()).toBe(`1,999,1000,${FIRST_HOT - 1}`);
    http.close();
  });

  it('a history node with a cold tier moves closed ranges, and answers every route as one without', async () => {
    const cold = { HISTORY_COLD_URL: clickhouse.createDatabase('process'), ...LIMITS };
    const [whole, tiered] = await Promise.all([start('whole'), start('tiered', cold)]);
    await until(async () => (await isFollowed(whole.url)) && (await isFollowed(tiered.url)));
    const wanted = await answers(whole.url);
    expect(wanted.filter((text) => !text.includes(' 200 '))).toEqual([]);
    const moved = `history_first_hot_block{chain="tiered"} ${FIRST_HOT}`;
    await until(async () => (await (await fetch(tiered.metrics)).text()).includes(moved));
    expect(await answers(tiered.url)).toEqual(wanted);
    const ids = new Set(wanted.join().match(/(?<="trx_id":")\w{64}/g));
    expect(ids.size).toBeGreaterThan(100);
    const byId = [...ids, '0'.repeat(64)].flatMap((id, index) =>
      index % 10 === 0
        ? [`/v2/history/get_transaction?id=${id}`, `/v1/trace_api/get_transaction_trace?id=${id}`]
        : [],
    );
    expect(await answers(tiered.url, byId)).toEqual(await answers(whole.url, byId));
    // A process without the cold tier does not take what is left for the whole history.
    await running.pop()!.stop('SIGTERM');
    const alone = await start('tiered');
    await until(async () => (await answer(alone.url, ROUTES[0]!)).includes('set HISTORY_COLD_URL'));
  });
});
