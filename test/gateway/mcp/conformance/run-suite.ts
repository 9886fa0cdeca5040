import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProgram } from '../../../harness/process/run-program';

const PACKAGE = path.dirname(
  createRequire(__filename).resolve('@modelcontextprotocol/conformance/package.json'),
);

export type Revision = '2025-11-25' | '2026-07-28';

/** One check of the suite with its outcome. */
export interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/** The checks of every scenario that a revision requires of a server, by the name of the scenario. */
export async function runSuite(url: string, revision: Revision): Promise<Map<string, Check[]>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'conformance-'));
  const program = path.join(PACKAGE, 'dist', 'index.js');
  const { output } = await runProgram(process.execPath, [
    ...[program, 'server', '--url', url, '--requirements', revision, '-o', folder, '--timeout', '120000'],
  ]);
  const results = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => path.basename(file) === 'checks.json',
  );
  if (results.length === 0) throw new Error(output);
  const checks = new Map(
    results.map((file) => [
      scenarioOf(path.dirname(file)),
      JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Check[],
    ]),
  );
  rmSync(folder, { recursive: true });
  return checks;
}

/** The folder of a result is the name of the scenario with `server-` before and a time after it. */
function scenarioOf(folder: string): string {
  return path
    .basename(folder)
    .replace(/^server-/, '')
    .replace(/-\d{4}-\d\d-\d\dT.*$/, '');
}
