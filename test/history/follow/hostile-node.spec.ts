import { startFollowing, type Following } from '../../harness/history/following';
import { cutting, endless, flippingBits, repeating, withHugeCounts } from '../../harness/ship/hostile-frames';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { Random } from '../../../apps/history/src/store/testing/random';

const BLOCKS = 60;

/** The facts of a block that its header proves. */
const headersOf = ({ store }: Following) =>
  store.blocks.map(({ block: { num, id, previousId, timeMs, producer, scheduleVersion, ...roots } }) => ({
    ...{ num, id, previousId, timeMs, producer, scheduleVersion },
    ...{ transactionMroot: roots.transactionMroot, actionMroot: roots.actionMroot },
  }));

describe('a follower of a hostile node', () => {
  let chain: ModelChain;
  let server: ShipServer;
  let following: Following;

  beforeEach(async () => {
    chain = new ModelChain();
    chain.extend(BLOCKS);
    server = await ShipServer.start(chain);
  });
  afterEach(async () => {
    await following.stop();
    await server.close();
  });

  async function honestHeaders() {
    const honest = await ShipServer.start(chain);
    const fresh = startFollowing(honest.url);
    await fresh.until(({ lastBlockNum }) => lastBlockNum === BLOCKS);
    await fresh.stop();
    await honest.close();
    return headersOf(fresh);
  }

  const random = new Random(7);
  const next = (): number => random.below(1_000_000) / 1_000_000;

  it.each([
    ['changes a bit of', flippingBits(next, 0.3)],
    ['sends twice', repeating(next, 0.3)],
    ['cuts', cutting(next, 0.3)],
    ['claims huge counts in', withHugeCounts(next, 0.3)],
  ])(
    'the headers of the store are those of the chain when the node %s a third of the messages',
    async (_, tamper) => {
      server.tamper = tamper;
      following = startFollowing(server.url, { batchBlocks: 5, credits: 10, silenceMs: 200 });
      const { hasEnded } = await following.until(
        (status) => status.hasEnded || status.lastBlockNum === BLOCKS,
      );
      expect(hasEnded).toBe(false);
      expect(headersOf(following)).toEqual(await honestHeaders());
    },
  );

  it('a block that the node sends with another id is refused, and asked for again', async () => {
    const original = server.tamper;
    let changed = 0;
    server.tamper = (frame, socket) => {
      const sent = Buffer.from(frame);
      // The last byte of the id of the block: behind the variant, two positions, a flag and its number.
      if (changed++ === 10) sent[1 + 36 + 36 + 1 + 36 - 1]! ^= 1;
      original(sent, socket);
    };
    following = startFollowing(server.url, { batchBlocks: 1 });
    const { error } = await following.until((status) => status.error !== undefined);
    expect(error).toContain('the header of block 11 has the id');
    expect(following.status.refusals).toBe(1);
    await following.until(({ lastBlockNum }) => lastBlockNum === BLOCKS);
    expect(following.store.blocks.map(({ block }) => block.id)).toEqual(chain.ids);
  });

  it('a follower closes the connection of a message that does not end, and takes the blocks later', async () => {
    const original = server.tamper;
    server.tamper = endless(4 * 1_048_576);
    following = startFollowing(server.url, { maxMessageBytes: 1_048_576 });
    const { error } = await following.until((status) => status.error !== undefined);
    expect(error).toMatch(/Max payload size exceeded|larger than the limit/);
    server.tamper = original;
    await following.until(({ lastBlockNum }) => lastBlockNum === BLOCKS);
  });

  it('the store is kept when a node says that it is a development chain, and its head is lower', async () => {
    following = startFollowing(server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === BLOCKS);
    const { port } = server;
    await server.close();
    chain.restart(5);
    server = await ShipServer.start(chain, { port, serverHeader: 'state_history/devchain' });
    const { error } = await following.until((status) => status.error?.includes('is below') ?? false);
    expect(error).toContain('the head of the node, block 5, is below block 57');
    expect(following.store.blocks).toHaveLength(BLOCKS);
    expect(following.events).not.toContain('undone 0');
  });

  it('a single message that takes back an irreversible block does not end the follower', async () => {
    following = startFollowing(server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === BLOCKS);
    const forked = new ModelChain();
    forked.extend(1);
    forked.restart(BLOCKS + 5);
    const source = chain.open.bind(chain);
    chain.open = forked.open.bind(forked);
    server.disconnect();
    await following.until((status) => status.error?.includes('block 57 of the store') ?? false);
    chain.open = source;
    chain.extend(3);
    await following.until(({ lastBlockNum, hasEnded }) => hasEnded || lastBlockNum === BLOCKS + 3);
    expect(following.status.hasEnded).toBe(false);
    expect(following.store.blocks.map(({ block }) => block.id)).toEqual(chain.ids);
  });
});
