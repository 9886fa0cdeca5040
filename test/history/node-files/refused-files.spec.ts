import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { bytesToHex } from '@app/antelope';
import { decodeSignedBlock } from '@app/ship';
import { useArchiveFolders } from '../../harness/history/archives';
import { startFollowing } from '../../harness/history/following';
import { positionsOf, writeHistoryLog } from '../../harness/history/node-files';
import { entriesOf, fileUrl, stemsOf, writeNodeFiles } from '../../harness/history/recorded-files';
import { longOr } from '../../harness/long';
import { Seeded } from '../../harness/seeded';
import { RecordedChain } from '../../harness/ship/recorded-chain';
import { readFiles, textsOf } from './read-files';

const newFolder = useArchiveFolders();
const LAST = 126;
/** Of ten entries. */
const FLIPPED = longOr(10, 3);
const KINDS = ['blocks', 'traces', 'state'] as const;
type Kind = (typeof KINDS)[number];
const NAMES: Readonly<Record<Kind, string>> = {
  blocks: 'blocks',
  traces: 'trace_history',
  state: 'chain_state_history',
};
/** The first block of each log. */
const FIRST: Readonly<Record<Kind, number>> = { blocks: 1, traces: 2, state: 1 };

describe('files of a node that are damaged', () => {
  const chain = new RecordedChain();
  let honest: string;
  let texts: string[];
  beforeAll(async () => {
    honest = writeNodeFiles(newFolder('honest'), chain.blocks);
    const { results, error } = await readFiles(honest);
    expect(error).toBe('');
    texts = textsOf(results);
    expect(texts).toHaveLength(LAST);
    expect(texts).toEqual(textsOf(chain.blocks).slice(0, LAST));
  });

  function copy(): string {
    const folder = newFolder('copy');
    cpSync(honest, folder, { recursive: true });
    return folder;
  }

  /** Reads the blocks around one while a bit of a file is another one. */
  async function withFlippedBit(folder: string, file: string, bit: number, num: number) {
    const bytes = readFileSync(file);
    const changed = Buffer.from(bytes);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    writeFileSync(file, changed);
    const found = await readFiles(folder, { from: Math.max(1, num - 1), to: num + 1 });
    writeFileSync(file, bytes);
    return found;
  }

  /** The members of a block that neither its header nor the block log has a check of. */
  function withoutUnproven(text: string): unknown {
    const [id, previous, block, ...sections] = text.split(' ');
    const { producerSignature, blockExtensions, ...proven } = decodeSignedBlock(Buffer.from(block!, 'hex'));
    expect(producerSignature.length + blockExtensions.length).toBeGreaterThan(0);
    return JSON.stringify([id, previous, proven, sections], (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
  }

  it.each(KINDS)(
    'a flipped bit in 30 % of the entries of the log of %s is refused by file, block and offset, or changes nothing that is proven',
    async (kind) => {
      const folder = copy();
      const file = `${stemsOf(folder)[kind]}.log`;
      const random = new Seeded(KINDS.indexOf(kind) + 1);
      const ends = [...positionsOf(stemsOf(folder)[kind]), readFileSync(file).length];
      let refused = 0;
      let tried = 0;
      for (const [at, position] of ends.slice(0, LAST - FIRST[kind] + 1).entries()) {
        if (random.integer(10) >= FLIPPED) continue;
        tried += 1;
        const bit = position * 8 + random.integer((ends[at + 1]! - position) * 8);
        const num = FIRST[kind] + at;
        const { results, error } = await withFlippedBit(folder, file, bit, num);
        const from = Math.max(1, num - 1);
        if (error === '')
          expect(textsOf(results).map(withoutUnproven)).toEqual(
            texts.slice(from - 1, num + 1).map(withoutUnproven),
          );
        else {
          refused += 1;
          expect(error).toContain(`${NAMES[kind]}.log`);
          expect(error).toContain(`block ${String(num)} `);
          expect(error).toContain(`at offset ${String(position)}`);
          expect(textsOf(results)).toEqual(texts.slice(from - 1, from - 1 + results.length));
          expect(results.length).toBeLessThanOrEqual(num - from);
        }
      }
      expect(tried).toBeGreaterThan(20);
      expect(refused).toBeGreaterThan(tried * 0.8);
    },
  );

  it.each(KINDS)(
    'a flipped bit in 30 % of the entries of the index of %s is refused by its block',
    async (kind) => {
      const folder = copy();
      const file = `${stemsOf(folder)[kind]}.index`;
      const random = new Seeded(7);
      for (let num = FIRST[kind] + 1; num < LAST; num++) {
        if (random.integer(10) >= FLIPPED) continue;
        const bit = (num - FIRST[kind]) * 64 + random.integer(64);
        const { results, error } = await withFlippedBit(folder, file, bit, num);
        expect(error).toContain(`${NAMES[kind]}.log, block `);
        // A block of the block log ends where the next one begins.
        expect(error).toMatch(new RegExp(`block (${String(num)}|${String(num - 1)}) at offset`));
        expect(results.length).toBeLessThanOrEqual(1);
      }
    },
  );

  it.each(KINDS)(
    'a log of %s that is cut off anywhere gives the blocks before it, and no error',
    async (kind) => {
      const random = new Seeded(11);
      const positions = positionsOf(stemsOf(honest)[kind]);
      for (let count = 0; count < longOr(100, 10); count++) {
        const folder = copy();
        const at = 2 + random.integer(LAST - 4);
        const cut = positions[at]! + random.integer(positions[at + 1]! - positions[at]!);
        truncateSync(`${stemsOf(folder)[kind]}.log`, cut);
        const { results, error } = await readFiles(folder);
        expect(error).toBe('');
        expect(textsOf(results)).toEqual(texts.slice(0, FIRST[kind] + at - 1));
        rmSync(folder, { recursive: true });
      }
    },
  );

  it.each(KINDS)(
    'an index of %s that is shorter, and cut off within an entry, gives the blocks that it has',
    async (kind) => {
      const folder = copy();
      const count = 51 - FIRST[kind];
      truncateSync(`${stemsOf(folder)[kind]}.index`, count * 8 + 3);
      const { results, error } = await readFiles(folder);
      expect(error).toBe('');
      // Where the last block of the index ends is not known of a block log: it looks like one that is being written.
      expect(textsOf(results)).toEqual(texts.slice(0, kind === 'blocks' ? 49 : 50));
    },
  );

  it.each(KINDS)('an index of %s that is missing is refused by the name of its log', async (kind) => {
    const folder = copy();
    rmSync(`${stemsOf(folder)[kind]}.index`);
    expect((await readFiles(folder)).error).toContain(`${NAMES[kind]}.log, offset 0: its index is missing`);
  });

  it.each<[Kind, number, number, string]>([
    ['traces', 0, 1, 'the log has version 1, and version 0 is read'],
    ['state', 2, 2, 'the log has the features 2, of which pruning (1) is known'],
    ['state', 5, 0, 'no entry of a state-history log begins there'],
    ['blocks', 0, 0, 'the log has version 0, and the versions 1 to 3 are read'],
    ['blocks', 0, 4, 'the log has version 4, that of EOSIO 2.1, and the versions 1 to 3 are read'],
    ['blocks', 0, 5, 'the log has version 5, and the versions 1 to 3 are read'],
    ['blocks', 3, 0x80, 'it ends with another block than blocks.index'],
  ])('a log of %s whose byte %i is %i is refused: %s', async (kind, at, value, text) => {
    const folder = copy();
    const file = `${stemsOf(folder)[kind]}.log`;
    const bytes = readFileSync(file);
    bytes[at] = value;
    writeFileSync(file, bytes);
    const { error } = await readFiles(folder);
    expect(error).toContain(`${NAMES[kind]}.log, offset `);
    expect(error).toContain(text);
  });

  it('a trace log of another chain is refused before any block of it is taken', async () => {
    const folder = copy();
    const foreign = entriesOf(chain.blocks, 'traces').map(({ num, id, content }) => ({
      num,
      id: Buffer.concat([id.subarray(0, 4), Buffer.alloc(28, 7)]),
      content,
    }));
    writeHistoryLog(stemsOf(folder).traces, foreign);
    const { status, error } = await readFiles(folder);
    expect(status).toBeUndefined();
    expect(error).toContain(`block ${String(LAST)} (blocks.log at offset `);
    expect(error).toContain('one of the files is damaged, or of another chain');
  });

  it('files of another chain than the expected one are refused by the chain id', async () => {
    const following = startFollowing(fileUrl(honest), { chainId: new Uint8Array(32).fill(7) });
    await expect(following.ended).rejects.toThrow(
      `the node is on chain ${bytesToHex(chain.status().chainId!)}, expected ${'07'.repeat(32)}`,
    );
    expect(following.store.blocks).toEqual([]);
  });

  it('blocks before a damaged one are stored, the refusal is counted, and a mended file is taken', async () => {
    const folder = copy();
    const file = `${stemsOf(folder).traces}.log`;
    const bytes = readFileSync(file);
    const changed = Buffer.from(bytes);
    changed[positionsOf(stemsOf(folder).traces)[58]! + 100]! ^= 1;
    writeFileSync(file, changed);
    const following = startFollowing(fileUrl(folder));
    const { error, refusals } = await following.until((status) => status.error !== undefined);
    expect(error).toContain('trace_history.log, block 60 at offset');
    expect(refusals).toBeGreaterThan(0);
    expect(following.store.blocks.length).toBeLessThan(60);
    writeFileSync(file, bytes);
    await following.until(({ lastBlockNum }) => lastBlockNum === LAST);
    await following.stop();
    expect(following.store.blocks).toHaveLength(LAST);
  });
});

describe('entries that decompress to more than they may', () => {
  const chain = new RecordedChain();
  const LIMIT = 256 * 1024;
  /** Decompresses to 64 MiB. */
  const BOMB = deflateSync(Buffer.alloc(64 * 1024 * 1024));
  const u32 = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer);
  const u64 = (value: number): Buffer => Buffer.from(BigUint64Array.of(BigInt(value)).buffer);

  it.each<[string, Buffer, string]>([
    ['says less', Buffer.concat([u32(1), u64(1000), BOMB]), 'cannot be decompressed into 1000 bytes'],
    [
      'says all of it',
      Buffer.concat([u32(1), u64(64 * 1024 * 1024), BOMB]),
      `${String(LIMIT)} are the limit`,
    ],
    ['says nothing', Buffer.concat([u32(0), BOMB]), `cannot be decompressed into ${String(LIMIT)} bytes`],
    ['has a longer stream', Buffer.concat([u32(0), Buffer.alloc(300_000)]), `${String(LIMIT)} are the limit`],
    [
      'has bytes behind its stream',
      Buffer.concat([u32(0), deflateSync('x'), u32(0)]),
      'are behind its stream',
    ],
    ['has no payload', Buffer.alloc(2), 'a payload of 2 bytes is too short'],
  ])('an entry that %s is refused, and no more of it is decompressed', async (_, payload, text) => {
    const folder = writeNodeFiles(newFolder('bomb'), chain.blocks);
    const { traces } = stemsOf(folder);
    const bytes = readFileSync(`${traces}.log`);
    const positions = positionsOf(traces);
    const at = 40;
    const shift = 48 + payload.length + 8 - (positions[at + 1]! - positions[at]!);
    const head = bytes.subarray(positions[at], positions[at]! + 40);
    const before = bytes.subarray(0, positions[at]);
    // The file ends with the changed entry.
    writeFileSync(
      `${traces}.log`,
      Buffer.concat([before, head, u64(payload.length), payload, u64(positions[at]!)]),
    );
    expect(shift).not.toBe(0);
    writeFileSync(`${traces}.index`, readFileSync(`${traces}.index`).subarray(0, (at + 1) * 8));
    const { results, error } = await readFiles(folder, { maxMessageBytes: LIMIT });
    expect(error).toContain(
      `trace_history.log, block ${String(at + 2)} at offset ${String(positions[at])}: `,
    );
    expect(error).toContain(text);
    expect(results).toHaveLength(at + 1);
  });
});
