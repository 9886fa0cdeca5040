import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '..', '..');
const PUSHES = 96;
/** Kinds of faults while transfers are pushed. */
const PUSH_FAULTS = 8;
/** Reads before, in and after a fault, at least. */
const ANSWERS_OF_PHASE = 8;
const FAULTS = [
  ...['killed', 'hangs', 'slow', 'resets', 'HTML 502', '429', 'stale', 'wrong chain', 'forked'],
  ...['truncated', 'flapping'],
];

interface Reads {
  readonly fault: string;
  readonly nodes: string;
  readonly requests: number;
  readonly failed: number;
  readonly bad_answers: number;
  readonly statuses: string;
}

interface Pushes {
  /** Faults that were switched on while transfers were pushed. */
  readonly faults: number;
  readonly landed: number;
  readonly lost: number;
  readonly twice: number;
  readonly refused: number;
  readonly falselyFailed: number;
  /** Text of a refusal. */
  readonly example?: string;
}

describe('a gateway with three nodes, each a process', () => {
  let reads: readonly Reads[];
  let pushes: Pushes;

  beforeAll(async () => {
    const script = path.join(ROOT, 'test', 'resilience', 'resilience.mjs');
    const args = [script, '--once', '--json', '--pushes', String(PUSHES)];
    const { stdout } = await run(process.execPath, args, { cwd: ROOT, maxBuffer: 2 ** 24 });
    const line = stdout.trim().split('\n').at(-1) ?? '';
    ({ reads, pushes } = JSON.parse(line) as { reads: Reads[]; pushes: Pushes });
  });

  it.each(FAULTS)('a gateway fails no read while two of its three nodes have the fault: %s', (fault) => {
    const row = reads.find((one) => one.fault === fault && one.nodes === '2 of 3');
    expect(row).toMatchObject({ failed: 0, bad_answers: 0 });
    expect(row?.requests).toBeGreaterThanOrEqual(3 * ANSWERS_OF_PHASE);
  });

  it.each(['killed', 'hangs'])('a gateway answers 503 while all of its nodes have the fault: %s', (fault) => {
    const row = reads.find((one) => one.fault === fault && one.nodes === '3 of 3');
    expect(row?.failed).toBeGreaterThan(0);
    expect(row).toMatchObject({ bad_answers: 0, statuses: '503' });
  });

  it('a gateway loses no push, repeats none and reports no executed one as failed, under changing faults', () => {
    expect(pushes.example).toBeUndefined();
    expect(pushes.faults).toBe(PUSH_FAULTS);
    expect(pushes).toMatchObject({ landed: PUSHES, lost: 0, twice: 0, refused: 0, falselyFailed: 0 });
  });
});
