import { Pool } from 'undici';
import { longOr } from '../../harness/long';
import { GatewayProcess } from '../../harness/process/gateway-process';

const CLIENTS = 16;
/** V8 decides where to allocate after some collections; a collection takes thousands of requests. */
const WARM_UP = 10_000;
const REQUESTS = longOr(20_000, 9_000);
/** Before and after a collection of the young generation, in MB. */
const COLLECTION = /Scavenge (\d+\.\d) \(\d+\.\d\) -> (\d+\.\d) /g;

async function post(pool: Pool, count: number): Promise<void> {
  let left = count;
  const client = async (): Promise<void> => {
    while ((left -= 1) >= 0) {
      const body = '{"account":"NOT A NAME"}';
      const answer = await pool.request({ path: '/v1/tools/get_account', method: 'POST', body });
      await answer.body.dump();
      if (answer.statusCode !== 400) throw new Error(`answered ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

describe('the memory of the gateway', () => {
  it('the memory of the gateway is freed of finished requests by collections of the young generation', async () => {
    const gateway = GatewayProcess.start({ RATE_LIMIT_READ: '1000000' }, ['--trace-gc']);
    const pool = new Pool(`http://127.0.0.1:${await gateway.port()}`, { connections: CLIENTS });
    await post(pool, WARM_UP);
    const before = gateway.output.length;
    await post(pool, REQUESTS);
    await pool.close();
    await gateway.kill();
    const collections = [...gateway.output.slice(before).matchAll(COLLECTION)].map(([, from, to]) => ({
      from: Number(from),
      to: Number(to),
    }));
    expect(collections.length).toBeGreaterThan(3);
    const steps = collections.slice(1).map(({ from, to }, index) => ({
      allocated: from - collections[index]!.to,
      kept: to - collections[index]!.to,
    }));
    const kept = steps.reduce((sum, step) => sum + Math.max(0, step.kept), 0);
    const allocated = steps.reduce((sum, step) => sum + Math.max(0, step.allocated), 0);
    expect(kept / allocated).toBeLessThan(0.08);
  });
});
