import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { EntryLog, logOf, type LoggedBlock } from './entry-log';

const CHUNK_BYTES = 262_144;
const PREVIOUS = new Uint8Array(32);

const id = (num: number, branch: number): Uint8Array =>
  Uint8Array.from({ length: 32 }, () => (num + branch) % 256);
/** Bytes that do not compress, so that chunks fill. */
const section = (num: number, length: number): Uint8Array =>
  createHash('shake256', { outputLength: length }).update(String(num)).digest();

function block(num: number, bytes: number, branch = 0): LoggedBlock {
  return {
    num,
    id: id(num, branch),
    entry: { traces: section(num, bytes), deltas: section(num + 1, bytes) },
  };
}

/** The whole state after a block, as a chain packs it. */
const stateAt = (num: number): Uint8Array => section(-num, 50_000);
/** For logs that never begin with it. */
const anyState = (): Uint8Array => stateAt(0);

const begun = (maxBytes: number, first = block(5, 10)): EntryLog =>
  new EntryLog(maxBytes, logOf(first, PREVIOUS));
const contentOf = (log: EntryLog): (LoggedBlock | undefined)[] =>
  Array.from({ length: log.lastNum - log.firstNum + 1 }, (_, at) => log.read(log.firstNum + at));
/** As hex: entries of sealed chunks are views on other kinds of bytes than those of the open one. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, member: unknown) => hexOf(member) ?? member));

function hexOf(value: unknown): string | undefined {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  // Buffers come as what their own toJSON makes of them.
  const isBuffer = typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
  return isBuffer ? Buffer.from(value as unknown as Uint8Array).toString('hex') : undefined;
}

const sizes = fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 30 });

describe('log of entries', () => {
  it('the log of entries reads back every block, whether its chunk is compressed or open', () => {
    fc.assert(
      fc.property(sizes, (lengths) => {
        const log = begun(1 << 30);
        const blocks = [block(5, 10), ...lengths.map((length, at) => block(6 + at, length))];
        for (const each of blocks.slice(1)) log.append(each, anyState);
        expect(plain(contentOf(log))).toEqual(plain(blocks));
        expect(log.read(4)).toBeUndefined();
        expect(log.read(log.lastNum + 1)).toBeUndefined();
        expect(log.id(4)).toEqual(PREVIOUS);
      }),
      { numRuns: 20 },
    );
  });

  it('the log of entries keeps a section that is absent apart from an empty one', () => {
    const log = begun(1 << 30, { num: 1, id: id(1, 0), entry: { deltas: new Uint8Array() } });
    log.append(block(2, CHUNK_BYTES), anyState);
    expect(plain(log.read(1)!.entry)).toEqual({ deltas: '' });
  });

  it('the log of entries drops the oldest blocks at its limit, with their ids except the last', () => {
    const maxBytes = 3 * CHUNK_BYTES;
    const log = begun(maxBytes);
    for (let num = 6; num < 200; num++) {
      log.append(block(num, 30_000), () => stateAt(num));
      expect(log.byteLength).toBeLessThan(maxBytes + 2 * CHUNK_BYTES);
    }
    expect(log.firstNum).toBeGreaterThan(6);
    expect(plain(log.read(log.firstNum)!.entry)).toEqual(plain({ deltas: stateAt(log.firstNum) }));
    expect(plain(log.read(log.firstNum + 1))).toEqual(plain(block(log.firstNum + 1, 30_000)));
    expect(log.read(log.firstNum - 1)).toBeUndefined();
    expect([...log.id(log.firstNum - 1)!]).toEqual([...id(log.firstNum - 1, 0)]);
    expect(log.id(log.firstNum - 2)).toBeUndefined();
    expect(plain(log.read(199))).toEqual(plain(block(199, 30_000)));
  });

  it('the log of entries begins with the whole state after it was dropped, saved and restored', () => {
    const log = begun(3 * CHUNK_BYTES);
    for (let num = 6; num < 100; num++) log.append(block(num, 30_000), () => stateAt(num));
    const restored = new EntryLog(3 * CHUNK_BYTES, structuredClone(log.save()));
    expect(plain(contentOf(restored))).toEqual(plain(contentOf(log)));
    for (let num = 100; num < 200; num++) restored.append(block(num, 30_000), () => stateAt(num));
    const { firstNum } = restored;
    expect(firstNum).toBeGreaterThan(log.firstNum);
    expect(plain(restored.read(firstNum)!.entry)).toEqual(plain({ deltas: stateAt(firstNum) }));
  });

  it('the log of entries is not changed by what happens after it was saved', () => {
    fc.assert(
      fc.property(sizes, sizes, (before, after) => {
        const log = begun(1 << 30);
        before.forEach((length, at) => log.append(block(6 + at, length), anyState));
        const saved = log.save();
        const content = plain(contentOf(log));
        after.forEach((length, at) => log.append(block(6 + before.length + at, length), anyState));
        const restored = new EntryLog(1 << 30, saved);
        expect(plain(contentOf(restored))).toEqual(content);
        restored.append(block(restored.lastNum + 1, 20, 3), anyState);
        expect(plain(contentOf(new EntryLog(1 << 30, saved)))).toEqual(content);
      }),
      { numRuns: 20 },
    );
  });

  it('the log of entries refuses a block that does not follow the last one', () => {
    const log = begun(1 << 30);
    expect(() => log.append(block(7, 1), anyState)).toThrow('block 7 does not follow block 5');
  });
});
