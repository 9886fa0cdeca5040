import { createRequire } from 'node:module';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..', '..');
interface TestFile {
  readonly path: string;
}
type Sequencer = new (options: object) => { sort(tests: readonly TestFile[]): TestFile[] };
const LongestFirst = createRequire(__filename)(
  path.join(ROOT, 'scripts', 'jest', 'longest-first.cjs'),
) as Sequencer;

const LIARS = 'test/liars/liars.spec.ts';
const SMALL = 'test/libs/small.spec.ts';
const LARGE = 'test/libs/large.spec.ts';
const BYTES = new Map([
  [LIARS, 1],
  [SMALL, 10],
  [LARGE, 100],
]);

/** Names of spec files in their order. @param measured milliseconds of an earlier run */
function sorted(measured: Readonly<Record<string, number>>): string[] {
  const sequencer = new LongestFirst({ contexts: [], globalConfig: {} });
  Object.assign(sequencer, {
    time: (test: TestFile) => measured[path.relative(ROOT, test.path)],
    hasFailed: () => false,
  });
  const hasteFS = { getSize: (file: string) => BYTES.get(path.relative(ROOT, file)) };
  const tests = [...BYTES.keys()].map((file) => ({
    ...{ path: path.join(ROOT, file), context: { config: {}, hasteFS } },
  }));
  return sequencer.sort(tests).map((test) => path.relative(ROOT, test.path));
}

describe('the order of spec files', () => {
  it('the order of spec files begins with the known long ones in a fresh clone, and then has the largest', () => {
    expect(sorted({})).toEqual([LIARS, LARGE, SMALL]);
  });

  it('the order of spec files is that of their measured times where there are any', () => {
    expect(sorted({ [LIARS]: 5, [SMALL]: 20, [LARGE]: 10 })).toEqual([SMALL, LARGE, LIARS]);
  });
});
