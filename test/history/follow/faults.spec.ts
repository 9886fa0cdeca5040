import { sha256 } from '@app/antelope';
import { IrreversibleForkError } from '../../../apps/history/src/follow/follow-errors';
import { WrongChainError } from '../../../apps/history/src/store/errors';
import { startFollowing, type Following } from '../../harness/history/following';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';

const numbersOf = ({ store }: Following) => store.blocks.map(({ block }) => block.num);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const OTHER_CHAIN = sha256(Buffer.from('another chain'));

describe('faults of a followed node', () => {
  let chain: ModelChain;
  let server: ShipServer;
  let following: Following;

  beforeEach(async () => {
    chain = new ModelChain();
    chain.extend(20);
    server = await ShipServer.start(chain);
  });
  afterEach(async () => {
    await following.stop();
    await server.close();
  });

  test('the follower refuses a node of another chain than the expected one', async () => {
    following = startFollowing(server.url, { chainId: OTHER_CHAIN });
    await expect(following.ended).rejects.toThrow(WrongChainError);
    expect(following.status).toMatchObject({ isReady: false, hasEnded: true, lastBlockNum: undefined });
    expect(following.status.error).toContain('expected');
    expect(server.requests).toHaveLength(0);
  });

  test('the follower refuses a node that comes back as another chain', async () => {
    following = startFollowing(server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 20);
    chain.chainId = OTHER_CHAIN;
    server.disconnect();
    await expect(following.ended).rejects.toThrow(WrongChainError);
    expect(numbersOf(following)).toEqual(upTo(20));
  });

  test('the follower refuses a node without a chain id when none is expected', async () => {
    chain.chainId = undefined;
    following = startFollowing(server.url);
    await expect(following.ended).rejects.toThrow('does not tell its chain id');
  });

  test('the follower takes a node without a chain id when one is expected', async () => {
    chain.chainId = undefined;
    following = startFollowing(server.url, { chainId: OTHER_CHAIN });
    await following.until(({ lastBlockNum }) => lastBlockNum === 20);
    expect(following.store.chainId).toEqual(OTHER_CHAIN);
  });

  test('the follower stops before a gap, is not ready, and continues when the node has the block', async () => {
    chain.lost.add(11);
    following = startFollowing(server.url);
    await following.until(({ connections }) => connections >= 3);
    const { error, isReady } = await following.until(
      (status) => status.error !== undefined && !status.isConnected,
    );
    expect({ error, isReady }).toEqual({
      error: 'the node has no history of block 11: it sent block 12',
      isReady: false,
    });
    expect(numbersOf(following)).toEqual(upTo(10));
    chain.lost.clear();
    await following.until(({ lastBlockNum, isReady: ready }) => lastBlockNum === 20 && ready);
    expect(numbersOf(following)).toEqual(upTo(20));
    expect(following.status.error).toBeUndefined();
  });

  test('the follower refuses a node whose logs begin after the next block', async () => {
    following = startFollowing(server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 20);
    server.disconnect();
    chain.extend(30);
    chain.firstNum = 25;
    const { error } = await following.until((status) => status.error?.includes('begin') ?? false);
    expect(error).toBe('the node has no history of block 21: its logs begin at block 25');
    expect(numbersOf(following)).toEqual(upTo(20));
  });

  test('the follower takes no later block than the requested first one', async () => {
    chain.lost.add(5);
    following = startFollowing(server.url, { firstBlock: 5 });
    const { error } = await following.until((status) => status.error !== undefined);
    expect(error).toBe('the node has no history of block 5: it sent block 6');
    expect(numbersOf(following)).toEqual([]);
  });

  test('the follower begins at the requested first block', async () => {
    following = startFollowing(server.url, { firstBlock: 5 });
    await following.until(({ lastBlockNum }) => lastBlockNum === 20);
    expect(numbersOf(following)).toEqual(upTo(20).slice(4));
  });

  test.each([
    ['so many blocks behind the head', -5, 15],
    ['at the first block of a node with fewer blocks', -500, 1],
  ])('the follower begins %s', async (_, firstBlock, first) => {
    following = startFollowing(server.url, { firstBlock });
    await following.until(({ lastBlockNum }) => lastBlockNum === 20);
    expect(numbersOf(following)).toEqual(upTo(20).slice(first - 1));
    expect((await following.store.cursor())!.firstNum).toBe(first);
  });

  test('the follower begins at the first block of a node that started from a snapshot', async () => {
    chain.firstNum = 7;
    following = startFollowing(server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 20);
    expect(numbersOf(following)).toEqual(upTo(20).slice(6));
  });

  test.each(['block', 'traces', 'deltas'] as const)(
    'the follower asks again for a block that the node sent without its section %s',
    async (section) => {
      chain.without[section].add(13);
      following = startFollowing(server.url);
      await following.until(({ lastBlockNum }) => lastBlockNum === 20);
      expect(numbersOf(following)).toEqual(upTo(20));
      expect(server.requests.map(({ startBlockNum }) => startBlockNum)).toEqual([1, 13]);
      const { transactions, deltas } = following.store.blocks[12]!;
      expect([transactions.length, deltas.length]).toEqual([1, 2]);
    },
  );

  test('the follower ends when the node takes back irreversible blocks', async () => {
    following = startFollowing(server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 20);
    chain.restart(25);
    server.flush();
    await expect(following.ended).rejects.toThrow(IrreversibleForkError);
    expect(following.status).toMatchObject({ isReady: false, hasEnded: true });
    expect(numbersOf(following)).toEqual(upTo(20));
  });

  test('the follower ends when the node took back irreversible blocks while it was not connected', async () => {
    following = startFollowing(server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 20);
    server.disconnect();
    chain.restart(25);
    await expect(following.ended).rejects.toThrow(IrreversibleForkError);
  });

  test('the follower waits for a node whose head is below the irreversible block of the store', async () => {
    following = startFollowing(server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 20);
    server.disconnect();
    chain.restart(4);
    const { error, hasEnded } = await following.until((status) => status.error?.includes('head') ?? false);
    expect(error).toBe(
      'the head of the node, block 4, is below block 17, which is irreversible in the store',
    );
    expect(hasEnded).toBe(false);
  });

  test.each([
    ['its head is higher', 25],
    ['its head is lower', 4],
  ])(
    'the follower reads a development chain again that was taken back below its irreversible block when %s',
    async (_, count) => {
      const development = await ShipServer.start(chain);
      following = startFollowing(development.url, { allowsRewinds: true });
      await following.until(({ lastBlockNum }) => lastBlockNum === 20);
      chain.restart(count);
      development.disconnect();
      await following.until(() => following.store.blocks.at(-1)?.block.num === count);
      expect(following.store.blocks.map(({ block }) => block.id)).toEqual(chain.ids);
      expect(following.events).toContain('undone 0');
      await following.stop();
      await development.close();
    },
  );

  test('the follower connects again to a node that was away', async () => {
    const { port } = server;
    following = startFollowing(server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 20);
    await server.close();
    const { isReady } = await following.until((status) => status.error?.includes('ECONNREFUSED') ?? false);
    expect(isReady).toBe(false);
    chain.extend(5);
    server = await ShipServer.start(chain, { port });
    await following.until(({ lastBlockNum }) => lastBlockNum === 25);
    expect(numbersOf(following)).toEqual(upTo(25));
  });

  test('the follower is ready again after a lost connection at the head of a node without new blocks', async () => {
    following = startFollowing(server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 20);
    server.disconnect();
    await following.until(({ connections, isReady }) => connections === 2 && isReady);
    expect(following.status.error).toBeUndefined();
  });

  test('the follower asks a silent node for its status and connects again when there is no answer', async () => {
    following = startFollowing(server.url, { silenceMs: 30 });
    await following.until(({ lastBlockNum }) => lastBlockNum === 20);
    server.isSilent = true;
    await following.until((status) => status.error?.includes('does not answer') ?? false);
    server.isSilent = false;
    chain.extend(1);
    await following.until(({ lastBlockNum }) => lastBlockNum === 21);
  });

  test('the follower reports a node that has more blocks and does not send them', async () => {
    following = startFollowing(server.url, { silenceMs: 30 });
    await following.until(({ lastBlockNum }) => lastBlockNum === 20);
    chain.stallsAfter = 20;
    chain.extend(5);
    const { error, isReady } = await following.until(
      (status) => status.error?.includes('sends nothing') ?? false,
    );
    expect(error).toBe('the node sends nothing after block 20, and its head is block 25');
    expect(isReady).toBe(false);
    chain.stallsAfter = Infinity;
    await following.until(({ lastBlockNum }) => lastBlockNum === 25);
  });

  test('the follower acknowledges each block at the head before the next one comes', async () => {
    following = startFollowing(server.url, { credits: 3 });
    await following.until(() => server.acknowledged === 20);
    server.fewestCredits = Infinity;
    for (let num = 21; num <= 30; num++) {
      chain.extend(1);
      server.flush();
      await following.until(() => server.acknowledged === num);
    }
    expect(server.fewestCredits).toBe(2);
    expect(numbersOf(following)).toEqual(upTo(30));
  });

  test('the follower takes irreversible blocks only, when it is configured to', async () => {
    following = startFollowing(server.url, { irreversibleOnly: true });
    await following.until(({ lastBlockNum }) => lastBlockNum === 17);
    expect(server.requests[0]).toMatchObject({ irreversibleOnly: true });
    expect(following.store.irreversibleNum).toBe(17);
  });

  test('the follower takes no message above the limit', async () => {
    following = startFollowing(server.url, { maxMessageBytes: 100_000 });
    await following.until(({ lastBlockNum }) => lastBlockNum === 20);
    await following.stop();
    following = startFollowing(server.url, { maxMessageBytes: 400 });
    const { error } = await following.until((status) => status.error !== undefined);
    expect(error).toMatch(/Max payload size exceeded|larger than the limit/);
  });
});
