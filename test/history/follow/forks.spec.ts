import fc from 'fast-check';
import { bytesToHex } from '@app/antelope';
import { startFollowing, type Following } from '../../harness/history/following';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';

const hexOf = (ids: readonly Uint8Array[]) => ids.map(bytesToHex);
const storedIds = ({ store }: Following) => hexOf(store.blocks.map(({ block }) => block.id));

/** Waits until the store has the head of the chain, by id. */
async function untilSame(following: Following, chain: ModelChain): Promise<void> {
  const head = bytesToHex(chain.head.blockId);
  await following.until(() => storedIds(following).at(-1) === head);
}

describe('forks of a followed chain', () => {
  let chain: ModelChain;
  let server: ShipServer;

  beforeEach(async () => {
    chain = new ModelChain();
    server = await ShipServer.start(chain);
  });
  afterEach(() => server.close());

  test.each([1, 2, 12, 100, 360])('a fork of %d blocks is undone exactly', async (depth) => {
    chain.extend(400, 370);
    const following = startFollowing(server.url);
    await untilSame(following, chain);
    chain.fork(depth, depth + 1);
    server.flush();
    await untilSame(following, chain);
    await following.stop();
    expect(storedIds(following)).toEqual(hexOf(chain.ids));
    expect(following.events).toContain(`undone ${String(400 - depth)}`);
  });

  test('a fork to a shorter branch removes the blocks that it does not replace', async () => {
    chain.extend(50, 20);
    const following = startFollowing(server.url);
    await untilSame(following, chain);
    chain.fork(10, 4);
    server.flush();
    await untilSame(following, chain);
    await following.stop();
    expect(storedIds(following)).toEqual(hexOf(chain.ids));
  });

  test('a fork while the connection is down is undone after it is back', async () => {
    chain.extend(50, 20);
    const following = startFollowing(server.url);
    await untilSame(following, chain);
    chain.fork(5, 8);
    server.disconnect();
    await untilSame(following, chain);
    await following.stop();
    expect(storedIds(following)).toEqual(hexOf(chain.ids));
    expect(server.requests.at(-1)!.havePositions.map(({ blockNum }) => blockNum)).toEqual(
      Array.from({ length: 20 }, (_, index) => 31 + index),
    );
  });

  test('random growth, forks and lost connections end in the blocks of the chain', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('extend' as const), count: fc.integer({ min: 1, max: 20 }) }),
      fc.record({
        kind: fc.constant('fork' as const),
        depth: fc.integer({ min: 1, max: 15 }),
        count: fc.integer({ min: 1, max: 20 }),
      }),
      fc.record({ kind: fc.constant('disconnect' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.boolean(),
        fc.integer({ min: 2, max: 9 }),
        async (steps, missesForks, credits) => {
          const model = new ModelChain();
          model.missesForksWithoutCredits = missesForks;
          model.extend(20, 15);
          const node = await ShipServer.start(model);
          const following = startFollowing(node.url, { credits, batchBlocks: credits });
          for (const each of steps) {
            if (each.kind === 'extend') model.extend(each.count, 15);
            if (each.kind === 'fork')
              model.fork(Math.min(each.depth, model.head.blockNum - model.irreversibleNum), each.count);
            if (each.kind === 'disconnect') node.disconnect();
            node.flush();
            await new Promise(setImmediate);
          }
          // A node that missed a fork shows it with the next block only.
          model.extend(1, 15);
          node.flush();
          await untilSame(following, model);
          await following.stop();
          await node.close();
          expect(storedIds(following)).toEqual(hexOf(model.ids));
        },
      ),
      { numRuns: 60 },
    );
  });
});
