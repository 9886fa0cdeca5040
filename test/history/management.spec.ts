import { createLogger } from '@app/operations';
import { INITIAL_STATUS, type FollowStatus } from '../../apps/history/src/follow/follow-status';
import type { IndexListener } from '../../apps/history/src/stream/index-events';
import { historyManagement } from '../../apps/history/src/management/history-management';
import { HistoryMetrics } from '../../apps/history/src/management/history-metrics';
import type { ManagementPort } from '@app/operations';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';

describe('the management port of the history node', () => {
  let status: FollowStatus = INITIAL_STATUS;
  let listener: IndexListener | undefined;
  let management: ManagementPort;
  let url: string;

  beforeAll(async () => {
    management = historyManagement({
      chains: ['mainnet'],
      role: 'all',
      healthOf: (chain) => Promise.resolve({ host: chain }),
      changes: {
        status: () => status,
        subscribe: (_chain, given) => {
          listener = given;
          return () => undefined;
        },
      },
      logger: createLogger({ logLevel: 'silent', logBufferBytes: 65_536 }),
      version: '1.0.0',
      folder: tmpdir(),
      host: '127.0.0.1',
      allowedHosts: ['history.monitoring.svc'],
      metrics: new HistoryMetrics(),
    });
    await management.listen('127.0.0.1', 0);
    url = `http://127.0.0.1:${(management.server.address() as AddressInfo).port}`;
  });
  afterAll(() => management.close());

  it('/readyz answers 503 until the index is at the head of its node', async () => {
    status = INITIAL_STATUS;
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    status = { ...INITIAL_STATUS, isConnected: true, isReady: true, targetNum: 9, lastBlockNum: 9 };
    const ready = await fetch(`${url}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ ready: true, checks: { 'chain:mainnet': { ok: true } } });
  });

  it('/metrics has lag, commits and undone forks of each chain', async () => {
    status = { ...INITIAL_STATUS, isConnected: true, targetNum: 30, lastBlockNum: 9 };
    listener?.committed(9, 3);
    listener?.undone(7);
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toContain('history_block_lag{chain="mainnet"} 21');
    expect(text).toContain('history_connected{chain="mainnet"} 1');
    expect(text).toContain('history_refused_messages{chain="mainnet"} 0');
    expect(text).toContain('history_commits_total{chain="mainnet"} 1');
    expect(text).toContain('history_undo_total{chain="mainnet"} 1');
  });

  it('/metrics reports an open error, and none for a process that waits for the writer', async () => {
    const failing = async (change: Partial<FollowStatus>) => {
      status = { ...INITIAL_STATUS, ...change };
      return /^history_failing.*$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[0];
    };
    expect(await failing({})).toBe('history_failing{chain="mainnet"} 0');
    expect(await failing({ error: 'block 7 is missing' })).toBe('history_failing{chain="mainnet"} 1');
    expect(await failing({ error: 'another process writes', isStandby: true })).toBe(
      'history_failing{chain="mainnet"} 0',
    );
  });

  it('/metrics reports the build, the role and the free space of the disk', async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toContain(`history_build_info{version="1.0.0",role="all",node="${process.version}"} 1`);
    const [size, free] = ['history_disk_bytes', 'history_disk_free_bytes'].map((name) =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]),
    );
    expect(free).toBeGreaterThan(0);
    expect(size).toBeGreaterThan(free!);
  });

  it('/health has the health of each chain', async () => {
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ mainnet: { host: 'mainnet' } });
  });

  /** The answer to a client that reaches the port by a name. */
  const answerTo = async (host: string): Promise<unknown> => {
    const text = await new Promise<string>((resolve, reject) => {
      const sent = request(`${url}/livez`, { headers: { host } }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        response.on('end', () => resolve(body));
      });
      sent.on('error', reject).end();
    });
    return JSON.parse(text) as unknown;
  };

  it('the management port answers by the names that are allowed, refuses another one, and names the setting', async () => {
    expect(await answerTo('history.monitoring.svc:7090')).toEqual({ ok: true });
    expect(await answerTo('history.internal')).toEqual({
      error:
        'host history.internal is not allowed here; HISTORY_MANAGEMENT_ALLOWED_HOSTS lists the names that are',
    });
  });

  it('/livez and /info answer, and pages of other origins are refused', async () => {
    expect(await (await fetch(`${url}/livez`)).json()).toEqual({ ok: true });
    expect(await (await fetch(`${url}/info`)).json()).toMatchObject({ name: 'history', chains: ['mainnet'] });
    expect((await fetch(`${url}/metrics`, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
  });
});
