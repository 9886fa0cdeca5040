import { exportInto, urlOf, useArchiveFolders } from '../../harness/history/archives';
import { followInto, startFollowing } from '../../harness/history/following';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { NO_END, rangesOf } from './asked-ranges';

const newFolder = useArchiveFolders();

describe('stores that have blocks of an archive before they read it', () => {
  it('blocks of the store that are those of the archive stay, also where they could be undone', async () => {
    const chain = new ModelChain();
    chain.extend(60, 30);
    const server = await ShipServer.start(chain);
    const following = startFollowing(server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 60);
    await following.stop();
    chain.extend(60);
    const folder = newFolder('archive');
    await exportInto(folder, server.url);
    const later = followInto(following.store, server.url, { archiveUrls: [urlOf(folder)] });
    await later.until(({ lastBlockNum }) => lastBlockNum === 120);
    await later.stop();
    await server.close();
    expect(later.events).toEqual(Array.from({ length: 60 }, (_, at) => 61 + at));
    expect(rangesOf(server).at(-1)).toEqual([118, NO_END]);
  });

  it('blocks of a fork that the store has are replaced by those of the archive', async () => {
    const chain = new ModelChain();
    chain.extend(60, 30);
    const server = await ShipServer.start(chain);
    const following = startFollowing(server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 60);
    await following.stop();
    chain.fork(20, 60);
    chain.extend(1);
    const folder = newFolder('archive');
    await exportInto(folder, server.url);
    const later = followInto(following.store, server.url, { archiveUrls: [urlOf(folder)] });
    await later.until(({ lastBlockNum }) => lastBlockNum === chain.head.blockNum);
    await later.stop();
    await server.close();
    expect(following.store.blocks.map(({ block }) => block.id)).toEqual(chain.ids);
    expect(later.events[0]).toBe('undone 30');
    expect(rangesOf(server).at(-1)).toEqual([chain.irreversibleNum + 1, NO_END]);
  });

  it.each([
    ['the same blocks', 0, []],
    ['other blocks from before the border on', 20, ['undone 60']],
  ])(
    'a store whose blocks that can be undone lie over the border of two archives, which have %s, continues with them',
    async (_, depth, undone) => {
      const chain = new ModelChain();
      chain.extend(100, 40);
      const server = await ShipServer.start(chain);
      const following = startFollowing(server.url);
      await following.until(({ lastBlockNum }) => lastBlockNum === 100);
      await following.stop();
      if (depth > 0) chain.fork(depth, 2 * depth);
      chain.extend(60);
      const archives = [newFolder('first'), newFolder('second')];
      await exportInto(archives[0]!, server.url, { to: 90 });
      await exportInto(archives[1]!, server.url, { from: 91 });
      const later = followInto(following.store, server.url, { archiveUrls: archives.map(urlOf) });
      await later.until(({ lastBlockNum }) => lastBlockNum === chain.head.blockNum);
      await later.stop();
      await server.close();
      expect(following.store.blocks.map(({ block }) => block.id)).toEqual(chain.ids);
      expect(later.events.filter((event) => typeof event === 'string')).toEqual(undone);
      expect(rangesOf(server).at(-1)).toEqual([chain.irreversibleNum + 1, NO_END]);
    },
  );
});
