import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from './paths.mjs';

/** Folder of the report, below the project: text for tools, and pages. */
const REPORT = 'coverage';

/**
 * Reports which lines the workers of a run executed: Node counts them itself (`NODE_V8_COVERAGE`), and c8 maps them to
 * the sources. Programs that specs start are not counted.
 *
 * @param counts folder into which each worker wrote when it ended
 */
export function reportCoverage(counts) {
  const c8 = path.join(ROOT, 'node_modules', 'c8', 'bin', 'c8.js');
  const args = [
    ...['report', '--temp-directory', counts, '--reports-dir', REPORT],
    ...['--reporter', 'text-summary', '--reporter', 'lcov'],
    ...['--include', 'apps/*/src/**/*.ts', '--include', 'libs/*/src/**/*.ts'],
    // The console runs in a browser.
    ...['--exclude', '**/*.spec.ts', '--exclude', '**/testing/**', '--exclude', 'apps/console/**'],
  ];
  const { status } = spawnSync(process.execPath, [c8, ...args], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error(`c8 ended with status ${status}`);
  process.stdout.write(`Lines by file: ${REPORT}/lcov-report/index.html\n`);
}
