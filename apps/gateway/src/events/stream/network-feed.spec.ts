import { ConsistentRead } from '@app/operations';
import { BlockNotReachedError } from '@app/upstream';
import type { Network } from '../../network/network';
import type { Look } from '../reads/look';
import type { Reading } from '../topics/reading';
import { statedValue, VALUE_CURSORS } from '../topics/stated-value';
import { NetworkFeed, type Subscriber } from './network-feed';

const head = { chainId: 'a'.repeat(64), headBlockNum: 5 };
const network = { name: 'mainnet', chain: { info: () => Promise.resolve(head) } } as unknown as Network;

describe('NetworkFeed', () => {
  it('reads a topic once for all of its clients, and no more when the last one has left', async () => {
    const feed = new NetworkFeed(network);
    let reads = 0;
    const part = {
      key: 'price',
      topic: 'price',
      cursors: VALUE_CURSORS,
      read: () => Promise.resolve(statedValue('price', { at: (reads += 1) })),
    };
    const delivered = Array.from({ length: 10 }, () => 0);
    let enough = (): void => undefined;
    const done = new Promise<void>((resolve) => (enough = resolve));
    const leave = delivered.map((_, at) => {
      const client: Subscriber = {
        deliver: () => {
          delivered[at]! += 1;
          if (delivered.every((count) => count >= 3)) enough();
          return Promise.resolve();
        },
        fail: () => undefined,
      };
      return feed.subscribe([part], client);
    });
    await done;
    for (const end of leave) end();
    expect(delivered).toEqual(delivered.map(() => reads));
    expect(reads).toBe(3);
  });

  it('reads every topic at nodes that have the head of its look, and no look behind an earlier one', async () => {
    const required: (number | undefined)[] = [];
    const heads = [5, 6, 7];
    const info = () => {
      required.push(ConsistentRead.current?.block);
      return Promise.resolve({ ...head, headBlockNum: heads.shift() });
    };
    const feed = new NetworkFeed({ ...network, chain: { info } } as unknown as Network);
    const read = () => {
      required.push(ConsistentRead.current?.block);
      return Promise.resolve(() => {
        required.push(ConsistentRead.current?.block);
        return { start: '-', events: [], cursor: '-' };
      });
    };
    const part = { key: 'fills', topic: 'fills', cursors: VALUE_CURSORS, read };
    for (let at = 0; at < 2; at += 1) {
      const [first] = await feed.first([part]);
      await (first!.reading as Reading)(undefined);
    }
    expect(required).toEqual([undefined, 5, 5, 5, 6, 6]);
  });

  it('NetworkFeed takes the head that nodes have after a fork took back that of the look before', async () => {
    let isForked = false;
    const info = () => {
      const block = ConsistentRead.current?.block;
      if (isForked && block === 5) return Promise.reject(new BlockNotReachedError('mainnet', 5, 4));
      return Promise.resolve({ ...head, headBlockNum: isForked ? 4 : 5 });
    };
    const feed = new NetworkFeed({ ...network, chain: { info } } as unknown as Network);
    const read = (look: Look) => Promise.resolve(statedValue('head', { at: look.head.headBlockNum }));
    const part = { key: 'head', topic: 'head', cursors: VALUE_CURSORS, read };
    const looks = [await feed.first([part])];
    isForked = true;
    looks.push(await feed.first([part]));
    expect(looks.flat().map(({ look }) => look)).toMatchObject([
      { number: 1, headBlock: 5 },
      { number: 2, headBlock: 4 },
    ]);
    const steps = looks.flat().map(async ({ reading }) => (await (reading as Reading)('-')).events[0]?.data);
    expect(await Promise.all(steps)).toEqual([{ at: 5 }, { at: 4 }]);
  });

  it('NetworkFeed looks less and less often at a topic whose read keeps failing', async () => {
    const feed = new NetworkFeed(network);
    let [failing, reads] = [0, 0];
    const read = () => Promise.reject(new Error(`failure ${(failing += 1)}`));
    const broken = { key: 'broken', topic: 'broken', cursors: VALUE_CURSORS, read };
    const sound = {
      ...{ ...broken, key: 'sound' },
      read: () => Promise.resolve(statedValue('sound', { at: (reads += 1) })),
    };
    let enough = (): void => undefined;
    const done = new Promise<void>((resolve) => (enough = resolve));
    const deliver = () => {
      if (reads >= 6) enough();
      return Promise.resolve();
    };
    const leave = feed.subscribe([broken, sound], { deliver, fail: () => undefined });
    await done;
    leave();
    expect(failing).toBeLessThan(reads);
  });
});
