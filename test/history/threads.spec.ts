import { nameToValue } from '@app/antelope';
import { ManagedHistory } from '../harness/process/managed-history';
import { ModelChain } from '../harness/ship/model-chain';
import { ShipServer } from '../harness/ship/ship-server';
import { until } from '../harness/until';

const ENDLESS = 'endless';
const PRELOAD = require.resolve('../harness/process/endless-search.cjs');
const DEAR = '/v2/history/get_actions?track=true';
const HANGING = `${DEAR}&account=${ENDLESS}`;
const CHEAP = '/v2/history/get_actions?limit=1';

describe('requests on threads', () => {
  let ship: ShipServer;
  let history: ManagedHistory;

  beforeAll(async () => {
    const chain = new ModelChain();
    chain.extend(20, 2);
    ship = await ShipServer.start(chain);
  });
  afterEach(() => history.stop('SIGKILL'));
  afterAll(() => ship.close());

  async function start(env: NodeJS.ProcessEnv): Promise<void> {
    history = await ManagedHistory.start(
      { HISTORY_SHIP_URL: ship.url, ENDLESS_VALUE: String(nameToValue(ENDLESS)), ...env },
      ['--require', PRELOAD],
    );
    await history.url();
    await until(async () => (await get(CHEAP)).status === 200);
  }
  const get = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${await history.url()}${path}`, { headers });
  const managed = async (page: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${history.managementPort}${page}`)).text();
  const waiting = async (): Promise<number> =>
    Number(/history_requests_waiting\{class="dear"\} (\d+)/.exec(await managed('/metrics'))?.[1]);

  it('a search that hangs ends at its deadline, and frees its thread', async () => {
    await start({ HISTORY_REQUEST_TIMEOUT_MS: '3000' });
    const ended = await get(HANGING);
    expect([ended.status, await ended.json()]).toEqual([
      503,
      expect.objectContaining({ message: 'no answer within 3000 ms: narrow the search, or try again' }),
    ]);
    await until(async () => (await get(DEAR)).status === 200);
    const metrics = await managed('/metrics');
    // More than one where a thread takes longer than the deadline to begin.
    expect(metrics).toMatch(/history_threads_replaced_total\{class="dear"\} [1-9]/);
    expect(metrics).toMatch(/history_requests_total\{class="dear",outcome="late"\} [1-9]/);
  });

  it('searches beyond the bound of those that wait are refused, and liveness, health, metrics and pages are answered while one hangs', async () => {
    await start({ HISTORY_REQUEST_TIMEOUT_MS: '600000' });
    const leaving = new AbortController();
    const url = `${await history.url()}${HANGING}`;
    const searches = Array.from({ length: 65 }, () =>
      fetch(url, { signal: leaving.signal }).catch(() => undefined),
    );
    await until(async () => (await waiting()) === 64);
    const refused = await get(DEAR);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    const answers = [await managed('/livez'), (await get('/v2/health')).status, (await get(CHEAP)).status];
    expect([...answers, await waiting()]).toEqual(['{"ok":true}', 200, 200, 64]);
    leaving.abort();
    await Promise.all(searches);
    await until(async () => (await waiting()) === 0);
  });

  it('a client beyond its budget waits, and another one is answered', async () => {
    await start({
      HISTORY_CLIENT_BUDGET_MS: '500',
      HISTORY_TRUSTED_PROXIES: '127.0.0.1',
      HISTORY_UNLIMITED_CLIENTS: 'none',
      HISTORY_REQUEST_TIMEOUT_MS: '600000',
    });
    const by = (client: string) => ({ 'x-forwarded-for': client });
    const leaving = new AbortController();
    const hanging = fetch(`${await history.url()}${HANGING}`, {
      signal: leaving.signal,
      headers: by('203.0.113.1'),
    }).catch(() => undefined);
    await until(async () => (await get(CHEAP, by('203.0.113.1'))).status === 429);
    const refused = await get(CHEAP, by('203.0.113.1'));
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(await refused.json()).toMatchObject({ statusCode: 429, error: 'Too Many Requests' });
    expect((await get(CHEAP, by('203.0.113.2'))).status).toBe(200);
    leaving.abort();
    await hanging;
  });
});
