import { bytesToHex } from '@app/antelope';
import { startFollowing } from '../../harness/history/following';
import { recordedBlocks, recordedSource } from '../../harness/ship/recorded-source';
import { ShipServer } from '../../harness/ship/ship-server';

const idsOf = (session: 'fork' | 'fork-resume') =>
  new Map(
    recordedBlocks(session).map(({ thisBlock }) => [thisBlock!.blockNum, bytesToHex(thisBlock!.blockId)]),
  );

const storedIds = (blocks: readonly { block: { num: number; id: Uint8Array } }[]) =>
  new Map(blocks.map(({ block }) => [block.num, bytesToHex(block.id)]));

describe('recorded forks of a real node', () => {
  let server: ShipServer;
  afterEach(() => server.close());

  test('a fork of 6 blocks within a session leaves the blocks of the longer branch', async () => {
    server = await ShipServer.start(recordedSource(['fork']));
    const following = startFollowing(server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 174);
    await following.stop();
    expect(storedIds(following.store.blocks)).toEqual(idsOf('fork'));
    expect(following.events).toContain('undone 150');
    expect(following.store.irreversibleNum).toBe(126);
  });

  test('a fork that the node did not report is found by the parent of the next block and asked for again', async () => {
    server = await ShipServer.start(recordedSource(['fork-starved', 'fork-resume']));
    const following = startFollowing(server.url);
    const [lastId] = [...idsOf('fork-resume').values()].slice(-1);
    await following.until(() => [...storedIds(following.store.blocks).values()].at(-1) === lastId);
    await following.stop();
    expect(server.requests[1]).toMatchObject({ startBlockNum: 154 });
    expect(server.requests[1]!.havePositions.map(({ blockNum }) => blockNum)).toEqual([
      149, 150, 151, 152, 153,
    ]);
    const stored = storedIds(following.store.blocks);
    for (const [num, id] of idsOf('fork-resume')) expect([num, stored.get(num)]).toEqual([num, id]);
    expect(following.events.at(-4)).toBe('undone 150');
  });
});
