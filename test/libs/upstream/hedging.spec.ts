import { ManualClock } from '@app/operations';
import { type PoolNode, PoolOfNodes, TABLE_ROWS } from './support/pool-of-nodes';

const TRAINING = 320;
const READS = 400;
/** Second requests that may be sent at once, and their share of all requests. Source: docs/explanation/architecture.md, node pool. */
const BURST = 50;
const SHARE = 0.1;

const isLate =
  (ms: number): PoolNode['fault'] =>
  (path, _response, answer) => {
    if (path !== TABLE_ROWS) return false;
    setTimeout(answer, ms);
    return true;
  };
const isReset: PoolNode['fault'] = (path, response) => {
  if (path !== TABLE_ROWS) return false;
  response.socket?.destroy();
  return true;
};
const hangs: PoolNode['fault'] = (path) => path === TABLE_ROWS;

describe('a second request beside a late one', () => {
  let pool: PoolOfNodes;
  afterEach(() => pool.close());

  it('a second request beside a late one is sent for one in ten requests and a burst at most, when all nodes become slow at once', async () => {
    // No request comes near a third of it: that sends a second one in any case.
    pool = await PoolOfNodes.start(3, { deadlinesMs: { table: 90_000 } });
    await pool.reads(TRAINING);
    const before = await pool.hedges();
    for (const one of pool.nodes) one.fault = isLate(400);
    const answered = await pool.reads(READS, READS);
    const second = (await pool.hedges()) - before;
    expect(second).toBeGreaterThan(0);
    expect(second).toBeLessThanOrEqual(BURST + SHARE * (TRAINING + answered.length));
  });

  /** Two nodes; the circuit of the first one is open, and stays so: the clock stands still. */
  async function openFirst(deadlineMs: number): Promise<void> {
    const clock = new ManualClock(Date.parse('2026-11-22T12:00:00Z'));
    pool = await PoolOfNodes.start(2, { clock, deadlinesMs: { table: deadlineMs } });
    await pool.reads(TRAINING);
    pool.nodes[0]!.fault = isReset;
    while (pool.status(0).circuit !== 'open') await pool.read();
  }

  it('a second request beside a late one is not sent to a node whose circuit is open while another one runs', async () => {
    // No request comes near a third of it.
    await openFirst(90_000);
    const before = pool.requests(0);
    pool.nodes[1]!.fault = isLate(60);
    const names = await pool.reads(8);
    expect(new Set(names)).toEqual(new Set(['node-2']));
    expect([pool.status(0).circuit, pool.requests(0) - before]).toEqual(['open', 0]);
  });

  it('a second request beside a late one is sent to a node whose circuit is open when a third of the time has passed without an answer', async () => {
    await openFirst(6_000);
    pool.nodes[0]!.fault = () => false;
    pool.nodes[1]!.fault = hangs;
    expect(await pool.read()).toBe('node-1');
  });
});
