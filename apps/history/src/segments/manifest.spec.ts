import fc from 'fast-check';
import { RefusedArchiveError } from './archive-errors';
import { type Manifest, manifestText, parseManifest, type SegmentEntry } from './manifest';

const idOf = (num: number): string => num.toString(16).padStart(8, '0') + 'ab'.repeat(28);

const segment = (first: number, last: number): SegmentEntry => ({
  first_block: first,
  last_block: last,
  first_id: idOf(first),
  last_id: idOf(last),
  previous_id: first === 1 ? null : idOf(first - 1),
  sha256: 'cd'.repeat(32),
  bytes: 1000 + first,
});

const MANIFEST: Manifest = {
  chainId: 'ef'.repeat(32),
  segments: [segment(1, 20), segment(21, 40), segment(41, 55)],
};
const TEXT = manifestText(MANIFEST);

describe('the manifest of an archive', () => {
  it('a manifest is read as it was written, a line for each segment', () => {
    expect(parseManifest(TEXT)).toEqual(MANIFEST);
    expect(TEXT.split('\n').filter((line) => line.includes('first_block'))).toHaveLength(3);
  });

  it('the order of members changes nothing in the text', () => {
    const segments = MANIFEST.segments.map(
      (entry) => Object.fromEntries(Object.entries(entry).reverse()) as unknown as SegmentEntry,
    );
    expect(manifestText({ ...MANIFEST, segments })).toBe(TEXT);
  });

  it.each<[string, (segments: SegmentEntry[]) => void, string]>([
    ['without segments', (all) => all.splice(0), 'has no segments'],
    ['that lacks a segment', (all) => all.splice(1, 1), 'does not follow block 20'],
    ['in another order', (all) => all.reverse(), 'does not follow block 55'],
    ['with a segment twice', (all) => all.push(all[2]!), 'does not follow block 55'],
    [
      'of two chains',
      (all) => (all[1] = { ...all[1]!, previous_id: `00000014${'99'.repeat(28)}` }),
      'block 20',
    ],
    ['whose id is of another block', (all) => (all[0] = { ...all[0]!, last_id: idOf(21) }), 'number 1'],
    ['with a range that is none', (all) => (all[2] = { ...segment(41, 55), last_block: 40 }), 'number 3'],
    ['with a path in the place of a digest', (all) => (all[0] = { ...all[0]!, sha256: '../x' }), 'number 1'],
    ['with blocks of two segments in one', (all) => (all[2] = segment(41, 10_001)), 'number 3'],
    ['with a size that is none', (all) => (all[0] = { ...all[0]!, bytes: -1 }), 'number 1'],
  ])('a manifest %s is refused', (_, change, reason) => {
    const segments = [...MANIFEST.segments];
    change(segments);
    const text = manifestText({ ...MANIFEST, segments });
    expect(() => parseManifest(text)).toThrow(RefusedArchiveError);
    expect(() => parseManifest(text)).toThrow(reason);
  });

  it.each([
    ['no JSON', TEXT.slice(0, -3)],
    ['a list', '[]'],
    ['another format', TEXT.replace('chain-archive-1', 'chain-archive-2')],
    ['a member more', TEXT.replace('"bytes"', '"size":1,"bytes"')],
    ['other spaces', TEXT.replace('{\n', '{ \n')],
    ['a line without an end', `${TEXT.slice(0, 300)}${' '.repeat(10_000)}${TEXT.slice(300)}`],
    ['further text', `${TEXT}\n`],
    ['no end', TEXT.slice(0, TEXT.indexOf(']'))],
    ['a chain id that is none', TEXT.replace(MANIFEST.chainId, 'EF'.repeat(32))],
  ])('a text that is %s is refused', (_, text) => {
    expect(() => parseManifest(text)).toThrow(RefusedArchiveError);
  });

  it('a large text of empty entries is refused at the first one, and takes no memory', () => {
    const text = `${TEXT.slice(0, TEXT.indexOf('[') + 2)}${'  {},\n'.repeat(3_000_000)}`;
    const before = process.memoryUsage().heapUsed;
    expect(() => parseManifest(text)).toThrow('number 1, that is none');
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000);
  });

  it('a changed byte is refused, or is what the read manifest says', () => {
    fc.assert(
      fc.property(fc.nat(TEXT.length - 1), fc.integer({ min: 32, max: 126 }), (at, byte) => {
        const changed = TEXT.slice(0, at) + String.fromCharCode(byte) + TEXT.slice(at + 1);
        let read: Manifest;
        try {
          read = parseManifest(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(RefusedArchiveError);
          return;
        }
        expect(manifestText(read)).toBe(changed);
      }),
    );
  });
});
