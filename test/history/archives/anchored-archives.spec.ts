import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { IrreversibleForkError } from '../../../apps/history/src/follow/follow-errors';
import { MANIFEST_FILE, segmentFile } from '../../../apps/history/src/segments/file-names';
import { manifestText } from '../../../apps/history/src/segments/manifest';
import { exportInto, manifestOf, urlOf, useArchiveFolders } from '../../harness/history/archives';
import { followInto, startFollowing } from '../../harness/history/following';
import { MemoryHistory } from '../../harness/history/memory/memory-history';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';

const newFolder = useArchiveFolders();
const BLOCKS = 120;

/** Chains of one chain id: equal up to block 10. */
function chainOf(kind: 'honest' | 'invented'): ModelChain {
  const chain = new ModelChain();
  chain.extend(30, 20);
  if (kind === 'invented') chain.fork(20, 20);
  chain.extend(BLOCKS - 30);
  return chain;
}

/** Exports the irreversible blocks of a chain up to `to`. */
async function archiveOf(chain: ModelChain, to: number, from = 1): Promise<string> {
  const server = await ShipServer.start(chain);
  const folder = newFolder('archive');
  await exportInto(folder, server.url, { from, to });
  await server.close();
  return folder;
}

describe('archives and the chain of the server', () => {
  let chain: ModelChain;
  let server: ShipServer;
  beforeEach(async () => {
    chain = chainOf('honest');
    server = await ShipServer.start(chain);
  });
  afterEach(() => server.close());

  const ids = (store: MemoryHistory): Uint8Array[] => store.blocks.map(({ block }) => block.id);

  it.each([
    ['has its last block', 1],
    ['has the block behind its last one alone', 61],
  ])(
    'an archive of another chain with the right chain id is refused where the server %s',
    async (_, first) => {
      chain.firstNum = first;
      const archiveUrls = [urlOf(await archiveOf(chainOf('invented'), 60))];
      const following = startFollowing(server.url, { archiveUrls });
      const { error } = await following.until((status) => status.error !== undefined);
      await following.stop();
      expect(error).toContain(`the archive ${archiveUrls[0]!} is of another chain: its block 60 is`);
      expect(following.store.blocks).toEqual([]);
    },
  );

  it('invented segments are refused before anything is stored, though the manifest ends with the block of the server', async () => {
    const [invented, honest] = [await archiveOf(chainOf('invented'), 60), await archiveOf(chain, 80)];
    const [begin, end] = [manifestOf(invented), manifestOf(honest)];
    const last = { ...end.segments[3]!, previous_id: begin.segments[2]!.last_id };
    const file = segmentFile(last.sha256);
    copyFileSync(path.join(honest, file), path.join(invented, file));
    writeFileSync(
      path.join(invented, MANIFEST_FILE),
      manifestText({ ...begin, segments: [...begin.segments, last] }),
    );
    chain.firstNum = 81;
    const following = startFollowing(server.url, { archiveUrls: [urlOf(invented)] });
    const { error } = await following.until((status) => status.error !== undefined);
    await following.stop();
    expect(error).toContain(file);
    expect(following.store.blocks).toEqual([]);
  });

  it('nothing above the last irreversible block of the server is taken', async () => {
    const young = new ModelChain();
    young.extend(70, 35);
    const other = await ShipServer.start(young);
    const following = startFollowing(other.url, {
      archiveUrls: [urlOf(await archiveOf(chainOf('honest'), 100))],
    });
    await following.until(({ lastBlockNum }) => lastBlockNum === 70);
    expect(following.store.irreversibleNum).toBe(35);
    expect(other.requests.at(-1)!.startBlockNum).toBe(36);
    // The fork of the server is followed.
    young.fork(20, 25);
    other.flush();
    await following.until(({ lastBlockNum }) => lastBlockNum === 75);
    await following.stop();
    await other.close();
    expect(ids(following.store)).toEqual(young.ids);
  });

  it('an archive that ends before the blocks of the server is anchored by the one behind it', async () => {
    chain.firstNum = 101;
    const first = await archiveOf(chainOf('invented'), 40);
    const second = await archiveOf(chainOf('honest'), 100, 41);
    const following = startFollowing(server.url, { archiveUrls: [first, second].map(urlOf) });
    const { error } = await following.until((status) => status.error !== undefined);
    await following.stop();
    expect(error).toContain(`the archive ${urlOf(first)} is of another chain: its block 40 is`);
    expect(following.store.blocks).toEqual([]);
  });

  it('an archive that no server can tell anything about is taken with a warning, and named once it turns out to be another chain', async () => {
    chain.firstNum = 80;
    const archiveUrls = [urlOf(await archiveOf(chainOf('invented'), 60))];
    const following = startFollowing(server.url, { archiveUrls });
    await following.until(({ error }) => error?.includes('no history of block 61') === true);
    expect(following.logs.filter((text) => text.includes('not anchored'))).toHaveLength(1);
    chain.firstNum = 1;
    await following.until(({ hasEnded }) => hasEnded);
    await expect(following.ended).rejects.toThrow(IrreversibleForkError);
    await expect(following.ended).rejects.toThrow(`from the archive ${archiveUrls[0]!}`);
  });

  it('segments that were found to be those of the server are not read again for it', async () => {
    const folder = await archiveOf(chainOf('honest'), 100);
    const missing = path.join(folder, segmentFile(manifestOf(folder).segments[0]!.sha256));
    const kept = `${missing}.kept`;
    copyFileSync(missing, kept);
    writeFileSync(missing, '');
    const store = new MemoryHistory();
    const following = followInto(store, server.url, { archiveUrls: [urlOf(folder)] });
    await following.until(({ error }) => error !== undefined);
    expect(store.blocks).toEqual([]);
    copyFileSync(kept, missing);
    await following.until(({ lastBlockNum }) => lastBlockNum === BLOCKS);
    await following.stop();
    expect(ids(store)).toEqual(chain.ids);
  });
});
