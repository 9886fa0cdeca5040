import type { Network } from '../../network/network';
import { statedValue, VALUE_CURSORS } from '../topics/stated-value';
import { NetworkFeed, type Subscriber } from './network-feed';

const network = { name: 'mainnet', chain: { info: () => Promise.resolve({}) } } as unknown as Network;

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
});
