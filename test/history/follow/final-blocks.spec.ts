import { ManualClock } from '@app/operations';
import { chainReadiness } from '../../../apps/history/src/management/chain-readiness';
import { HistoryMetrics } from '../../../apps/history/src/management/history-metrics';
import { type Following, startFollowing } from '../../harness/history/following';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';

/** Reversible blocks of 21 producers, of which each one makes 12 blocks in a row, before instant finality. */
const LAG = 325;
const ROUND = 12;
const SLOT_MS = 500;
/** Longer than 30 s and a third of the time of the reversible blocks: so many slots may be empty. */
const STANDSTILL_MS = 120_000;
const FIRST_SLOT_MS = Date.UTC(2000, 0, 1);

function grown(blocks: number): ModelChain {
  const chain = new ModelChain();
  chain.extend(blocks, LAG);
  return chain;
}

/** A clock at the time of the head of a chain. */
const clockOf = ({ head }: ModelChain): ManualClock =>
  new ManualClock(FIRST_SLOT_MS + head.blockNum * SLOT_MS);

describe('a follower of final blocks of a chain whose last irreversible block is minutes behind its head', () => {
  let following: Following;
  const servers: ShipServer[] = [];

  const serverOf = async (chain: ModelChain): Promise<ShipServer> => {
    const server = await ShipServer.start(chain);
    servers.push(server);
    return server;
  };
  afterEach(async () => {
    await following.stop();
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  it('it is ready at the last irreversible block of its node, and no block is missing by its metrics', async () => {
    const chain = grown(400);
    const server = await serverOf(chain);
    following = startFollowing(server.url, { irreversibleOnly: true });
    const status = await following.until(({ lastBlockNum }) => lastBlockNum === 400 - LAG);
    expect(status).toMatchObject({ nodeHeadNum: 400, targetNum: 400 - LAG });
    expect(chainReadiness(status)).toMatchObject({ ok: true, detail: 'block 75, 0 behind' });
    const metrics = new HistoryMetrics();
    metrics.watch('chain', () => status);
    expect(await metrics.text()).toContain('history_block_lag{chain="chain"} 0\n');
  });

  it('it stays at its server while that sends each block when it becomes irreversible', async () => {
    const chain = grown(400);
    const clock = clockOf(chain);
    const [server, other] = [await serverOf(chain), await serverOf(chain)];
    const options = { irreversibleOnly: true, otherUrls: [other.url] };
    following = startFollowing(server.url, options, clock);
    await following.until(({ lastBlockNum }) => lastBlockNum === chain.irreversibleNum);
    for (let round = 0; round < 20; round++) {
      clock.advance(ROUND * SLOT_MS);
      chain.extend(ROUND, LAG);
      server.flush();
      other.flush();
      await following.until(({ lastBlockNum }) => lastBlockNum === chain.irreversibleNum);
    }
    expect(following.status).toMatchObject({ server: 1, connections: 1, error: undefined });
  });

  it('it leaves a server whose last irreversible block stands still for another one that has more', async () => {
    const few = grown(400);
    const clock = clockOf(few);
    const [still, whole] = [await serverOf(few), await serverOf(grown(480))];
    const options = { irreversibleOnly: true, otherUrls: [whole.url], silenceMs: 1_000 };
    following = startFollowing(still.url, options, clock);
    await following.until(({ lastBlockNum }) => lastBlockNum === 400 - LAG);
    clock.advance(STANDSTILL_MS);
    await following.until(({ lastBlockNum }) => lastBlockNum === 480 - LAG);
    expect(following.status.server).toBe(2);
  });
});
