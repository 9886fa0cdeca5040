import { type Platform, startPlatform } from '../../harness/gateway/platform';
import { metric, rawClient } from './support/raw-connection';

describe('the log of refused requests', () => {
  let platform: Platform;
  afterEach(() => platform.app.close());

  const bytesOfLog = (): number => platform.log.reduce((sum, line) => sum + JSON.stringify(line).length, 0);

  it('the log of refused requests has at most 200 characters of a path', async () => {
    platform = await startPlatform({});
    const target = `/%zz${'"'.repeat(15_000)}`;
    const raw = rawClient(platform.port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(await raw.closed()).toMatch(/^HTTP\/1\.1 400 /);
    const line = platform.log.find(({ status }) => status === 400);
    expect(String(line?.['path'])).toHaveLength(200);
    expect(bytesOfLog()).toBeLessThan(1_000);
  });

  it('the log of refused requests has at most LOG_FAILURES_PER_MINUTE lines of one status a minute', async () => {
    platform = await startPlatform({ LOG_FAILURES_PER_MINUTE: '5' });
    for (let request = 0; request < 50; request++) {
      const answer = await fetch(`${platform.url}/v1/tools/get_echo`, { method: 'DELETE' });
      expect(answer.status).toBe(405);
      await answer.bytes();
    }
    await platform.post('/v1/tools/get_echo', '{"account":');
    const statuses = platform.log.map(({ status }) => status);
    expect(statuses.filter((status) => status === 405)).toHaveLength(5);
    expect(statuses.filter((status) => status === 400)).toHaveLength(1);
    expect(await metric(platform.managementUrl, 'gateway_log_lines_dropped_total')).toBe(45);
  });
});
