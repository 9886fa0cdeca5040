import { truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { BlockLog } from '../../../apps/history/src/node-files/block-log';
import { PositionIndex } from '../../../apps/history/src/node-files/position-index';
import { useArchiveFolders } from '../../harness/history/archives';
import { positionsOf, writeBlockLog } from '../../harness/history/node-files';

const newFolder = useArchiveFolders();
const MIB = 1024 * 1024;

/** The lengths of all reads of files from here on. */
async function readLengths(): Promise<number[]> {
  const handle = await open(__filename);
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const lengths: number[] = [];
  const read = prototype.read as (...args: unknown[]) => unknown;
  jest.spyOn(prototype, 'read').mockImplementation(function (this: unknown, ...args: unknown[]) {
    lengths.push(args[2] as number);
    return read.apply(this, args) as never;
  });
  return lengths;
}
afterEach(() => jest.restoreAllMocks());

it('a block log whose last block is torn is opened without the content of the block before it', async () => {
  const stem = path.join(newFolder('torn'), 'blocks');
  writeBlockLog(stem, [Buffer.alloc(4 * MIB), Buffer.alloc(100)], {
    firstNum: 5,
    context: Buffer.alloc(32, 7),
  });
  truncateSync(`${stem}.log`, positionsOf(stem)[1]! + 50);
  const lengths = await readLengths();
  const log = (await BlockLog.open(stem))!;
  expect([log.firstNum, log.endNum]).toEqual([5, 6]);
  expect(Math.max(...lengths)).toBeLessThan(MIB);
  await expect(log.block(5, MIB)).rejects.toThrow(`blocks.log, block 5 at offset`);
  expect(await log.block(5, 4 * MIB)).toHaveLength(4 * MIB);
  await log.close();
});

it('an index that is walked back is read in parts, and not anew for each place', async () => {
  const file = path.join(newFolder('back'), 'trace_history.index');
  const count = 50_000;
  writeFileSync(file, Buffer.from(BigUint64Array.from({ length: count }, (_, at) => BigInt(at)).buffer));
  const lengths = await readLengths();
  const index = (await PositionIndex.open(file))!;
  for (let at = count - 1; at >= 0; at--)
    if ((await index.position(at)) !== at) throw new Error(`another position at ${String(at)}`);
  expect(lengths.length).toBeLessThan(20);
  await index.close();
});
