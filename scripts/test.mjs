// `npm test`: sets up what the tests need, runs every spec, and closes with one plain line.
// Arguments go to Jest: `npm test -- libs/antelope`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, ensureNode, ensureRedis, giveUp, ROOT } from './setup.mjs';

ensureInstalled();
ensureNode();
ensureRedis();
ensureBuilt();

const resultFile = path.join(ROOT, '.cache', 'jest-result.json');
mkdirSync(path.dirname(resultFile), { recursive: true });
rmSync(resultFile, { force: true });

const { status } = spawnSync(
  process.execPath,
  [
    // Lets Jest's CommonJS mode require() the ESM-only packages of Nest 12.
    '--experimental-vm-modules',
    '--no-warnings',
    path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'),
    '--json',
    `--outputFile=${resultFile}`,
    ...process.argv.slice(2),
  ],
  { cwd: ROOT, stdio: ['inherit', 'ignore', 'inherit'] },
);

let result;
try {
  result = JSON.parse(readFileSync(resultFile, 'utf8'));
} catch (error) {
  giveUp(`Jest wrote no result (exit code ${status}): ${error.message}`);
}
const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = result;
const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
const failed = Math.max(numFailedTests, numFailedTestSuites);
process.stdout.write(`${numPassedTests} passed, ${failed} failed${skipped}\n`);
process.exit(status ?? 1);
