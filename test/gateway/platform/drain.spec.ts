import { Agent, request } from 'node:http';
import { drain } from '../../../apps/gateway/src/platform/drain';
import { type Platform, startPlatform } from '../../harness/gateway/platform';
import { until } from '../../harness/until';

describe('drain', () => {
  /** Sends one request over `agent` and says how it ended. */
  const send = (platform: Platform, agent: Agent, tool: string) =>
    new Promise<{ status?: number; connection?: string }>((resolve, reject) => {
      const outgoing = request(`${platform.url}/v1/tools/${tool}`, { method: 'POST', agent }, (answer) => {
        answer.resume().on('end', () => {
          resolve({ status: answer.statusCode, connection: answer.headers.connection });
        });
      });
      outgoing.on('error', reject).end('{"account":"alice"}');
    });

  it('drain reports 503 at /readyz, finishes requests in flight, then refuses new connections', async () => {
    const platform = await startPlatform({ SHUTDOWN_DELAY_MS: '2000' });
    const agent = new Agent({ keepAlive: true });
    const arrived = platform.gate.arrival();
    const held = send(platform, agent, 'hold_echo');
    await arrived;

    const drained = drain(platform.app);
    expect((await fetch(`${platform.managementUrl}/readyz`)).status).toBe(503);
    expect((await fetch(`${platform.managementUrl}/livez`)).status).toBe(200);
    // Until load balancers have noticed, requests are still taken, on connections that are not kept.
    expect(await send(platform, agent, 'get_echo')).toEqual({ status: 200, connection: 'close' });
    await until(async () => !(await isAccepted(platform)), 50);

    platform.gate.open();
    expect((await held).status).toBe(200);
    expect(await drained).toBe(true);
    await expect(fetch(`${platform.managementUrl}/livez`)).rejects.toThrow();
  });

  it('drain ends after SHUTDOWN_DRAIN_MS and reports requests that were cut off', async () => {
    const platform = await startPlatform({ SHUTDOWN_DRAIN_MS: '50' });
    const arrived = platform.gate.arrival();
    const held = send(platform, new Agent(), 'hold_echo');
    await arrived;
    const [isComplete] = await Promise.all([drain(platform.app), expect(held).rejects.toThrow()]);
    expect(isComplete).toBe(false);
  });

  it('drain does not wait for idle connections', async () => {
    const platform = await startPlatform();
    await send(platform, new Agent({ keepAlive: true }), 'get_echo');
    expect(await drain(platform.app)).toBe(true);
  });

  const isAccepted = (platform: Platform) =>
    send(platform, new Agent(), 'get_echo').then(
      () => true,
      () => false,
    );
});
