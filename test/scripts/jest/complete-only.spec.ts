import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const { COMPLETE_ONLY, patterns } = createRequire(__filename)(
  path.join(ROOT, 'scripts', 'jest', 'complete-only.cjs'),
) as { COMPLETE_ONLY: readonly string[]; patterns: readonly string[] };
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const isLeft = (file: string): boolean =>
  patterns.some((each) => new RegExp(each).test(path.join(ROOT, file)));

describe('the spec files that npm test leaves to npm run test:all', () => {
  it('the spec files are those of the list, and none whose path begins like one of them', () => {
    expect(
      COMPLETE_ONLY.filter((name) => !isLeft(`${name}.spec.ts`) || !isLeft(`${name}/a.spec.ts`)),
    ).toEqual([]);
    const others = COMPLETE_ONLY.flatMap((name) => [`${name}-more.spec.ts`, `${name}-more/a.spec.ts`]);
    expect(others.filter(isLeft)).toEqual([]);
  });

  it('the spec files run in CI, with every case of all others', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(scripts['test:all']).toBe('TEST_ALL=1 node scripts/test.mjs');
    expect(read('.ci/run').split('\n')).toContain('TEST_ALL=1 npm test');
  });
});
