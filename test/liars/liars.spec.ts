import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '..', '..');
const LIES: readonly (readonly [lie: string, seenAs: RegExp])[] = [
  ['head number', /^its head is \d+ blocks ahead/],
  ['head time', /^its head is \d+ s ahead/],
  ['irreversible number', /^contradicts itself: block \d+ is irreversible/],
  ['irreversible id', /^is on another fork/],
  ['head number and rows', /^its head is \d+ blocks ahead/],
  ['irreversible number and blocks', /^contradicts itself: block \d+ is irreversible/],
  ['forgets pushes', /^not judged/],
  ['claims pushes', /^not judged/],
  ['rows', /^answered otherwise than two other nodes/],
  ['values in Redis', /^not authentic/],
];

interface Row {
  readonly lie: string;
  readonly lies_told: number;
  readonly reason: string;
  readonly verified: number;
}

describe('two replicas behind HAProxy whose three nodes are one liar and two honest ones, each a process', () => {
  let rows: readonly Row[];
  let after: object;
  beforeAll(async () => {
    const script = path.join(ROOT, 'test', 'liars', 'liars.mjs');
    const { stdout } = await run(process.execPath, [script, '--short'], { cwd: ROOT, maxBuffer: 2 ** 24 });
    ({ lies: rows, reads_after_push: after } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
      lies: Row[];
      reads_after_push: object;
    });
  });

  it.each(LIES)(
    'a lie of one node of three fails no read, forges no verified answer and misreports no push: %s',
    (lie, seenAs) => {
      const row = rows.find((one) => one.lie === lie);
      expect(row).toMatchObject({
        failed: 0,
        wrong: 0,
        kept_false: 0,
        misreported: 0,
        lost: 0,
        doubled: 0,
        examples: [],
      });
      expect(row?.lies_told).toBeGreaterThan(0);
      expect(row?.verified).toBeGreaterThan(0);
      expect(row?.reason).toMatch(seenAs);
    },
  );

  it('reads through the balancer see the push before them, by its token and without', () => {
    expect(after).toMatchObject({ pushes: 4, seen_by_token: 4, seen_without: 4, examples: [] });
  });
});
