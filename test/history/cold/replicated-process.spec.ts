import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ClickhouseReplicas, startZookeeper } from '../../harness/process/clickhouse-replicas';
import { ManagedHistory } from '../../harness/process/managed-history';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { until } from '../../harness/until';

/** Two ranges are closed: those up to blocks 999 and 1999. */
const BLOCKS = 3_100;
const LIMITS = { HISTORY_HOT_BLOCKS: '1000', HISTORY_COLD_RANGE_BLOCKS: '1000' };
const FIRST_HOT = 2000;

/** Before, behind and over the border of the tiers. */
const ROUTES = [
  '/v2/history/get_actions?limit=50&sort=asc',
  `/v2/history/get_actions?after=${FIRST_HOT - 10}&before=${FIRST_HOT + 10}&sort=asc&limit=30`,
  '/v2/history/get_actions?account=eosio&act.authorization.actor=eosio&limit=5&before=500',
  '/v1/trace_api/get_block?block_num=900',
];

describe('a history node with a cold tier at two ClickHouse servers', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'replicated-'));
  const chain = new ModelChain();
  let server: ShipServer;
  let servers: ClickhouseReplicas;
  const running: ManagedHistory[] = [];

  beforeAll(async () => {
    chain.extend(BLOCKS);
    [server, servers] = await Promise.all([ShipServer.start(chain), startZookeeper()]);
  });
  afterAll(async () => {
    for (const each of running) await each.stop('SIGKILL');
    await servers.stop();
    await server.close();
    rmSync(folder, { recursive: true });
  });

  async function start(name: string, env: Readonly<Record<string, string>> = {}): Promise<ManagedHistory> {
    const place = { HISTORY_STATE_DIR: folder, HISTORY_NAME: name };
    const started = await ManagedHistory.start({ HISTORY_SHIP_URL: server.url, ...place, ...env });
    running.push(started);
    return started;
  }

  /** Without the times of the requests: each until a busy machine gives it its half a second. */
  async function answers(history: ManagedHistory): Promise<string[]> {
    const url = await history.url();
    const all: string[] = [];
    for (const route of ROUTES) {
      let text = '';
      await until(async () => {
        const response = await fetch(`${url}${route}`);
        text = `${response.status} ${await response.text()}`;
        return !text.includes('narrow the search');
      });
      all.push(text.replace(/"query_time_ms":[\d.]+,?/, ''));
    }
    return all;
  }

  it('a history node moves closed ranges to both, and answers the same while either of them is away', async () => {
    const [a, b] = [await servers.add('a'), await servers.add('b')];
    for (const replica of [a, b]) await replica.run('CREATE DATABASE history');
    const cold = { HISTORY_COLD_URL: `${a.url('history')}|${b.url('history')}`, ...LIMITS };
    const [whole, tiered] = [await start('whole'), await start('tiered', cold)];
    const isFollowed = async (history: ManagedHistory): Promise<boolean> =>
      (await (await fetch(`${await history.url()}/v2/health`)).text()).includes(
        `"last_indexed_block":${BLOCKS}`,
      );
    await until(async () => (await isFollowed(whole)) && (await isFollowed(tiered)));
    const metrics = `http://127.0.0.1:${tiered.managementPort}/metrics`;
    const moved = `history_first_hot_block{chain="tiered"} ${FIRST_HOT}`;
    await until(async () => (await (await fetch(metrics)).text()).includes(moved));
    const wanted = await answers(whole);
    expect(wanted.filter((text) => !text.startsWith('200 '))).toEqual([]);
    expect(await answers(tiered)).toEqual(wanted);
    for (const away of [a, b]) {
      await away.kill();
      expect(await answers(tiered)).toEqual(wanted);
      await away.resume();
    }
    const count = 'SELECT count(*) FROM action';
    expect(Number(await a.run(count, 'history'))).toBeGreaterThan(FIRST_HOT / 2);
    expect(await b.run(count, 'history')).toBe(await a.run(count, 'history'));
  });
});
