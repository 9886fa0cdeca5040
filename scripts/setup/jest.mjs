import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reportCoverage } from './coverage.mjs';
import { COMPILED_FUNCTIONS, ROOT } from './paths.mjs';

/** A folder for the temporary files of one run. A PostgreSQL of another user has to reach its own folder in it. */
function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'specs-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Resolves to the exit status of Jest. A signal to this process goes to Jest, too. */
function ended(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => resolve(status ?? 1));
  });
}

function remove(folder) {
  try {
    // Retries: a process that a spec started may still write while it ends.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  } catch (error) {
    process.stderr.write(`${folder} is left behind: ${error.message}\n`);
  }
}

/** Counts by Node, not by Jest, whose own would need a context for each spec file (docs/decisions/0015). */
const COVERAGE = '--coverage';

/** Runs Jest, whose status becomes that of this process. Removes the temporary files that the specs leave behind. */
export async function runJest(args) {
  const folder = temporaryFolder();
  const isCounted = args.includes(COVERAGE);
  const counts = path.join(folder, 'coverage');
  const env = {
    ...process.env,
    TMPDIR: folder,
    // The workers, and the processes that specs start, compile the same modules each time.
    NODE_COMPILE_CACHE: COMPILED_FUNCTIONS,
    ...(isCounted && { NODE_V8_COVERAGE: counts }),
  };
  const jest = path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  try {
    process.exitCode = await ended(
      spawn(process.execPath, [jest, ...args.filter((arg) => arg !== COVERAGE)], {
        cwd: ROOT,
        env,
        stdio: 'inherit',
      }),
    );
    if (isCounted) reportCoverage(counts);
  } finally {
    remove(folder);
  }
}
