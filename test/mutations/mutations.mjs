// `npm run test:mutations`: leaves out one part after another of the rules that the model of a fleet holds, in a copy of
// the sources, and runs the property that has to find it. Prints a table, saves it as test/load/results/mutations.json,
// and fails where a rule is not missed. `-- --only <words>` runs those whose name has these words, and saves nothing.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepare, ROOT } from '../../scripts/setup.mjs';
import { machine } from '../load/machine.mjs';
import { MUTATIONS } from './fleet-rules.mjs';

await prepare('all');

const MODEL = 'test/libs/upstream/fleet-model.spec.ts';
const PARTS = ['apps', 'libs', 'test', 'scripts', 'jest.config.js', 'package.json', 'tsconfig.json'];
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : '';

const folder = mkdtempSync(path.join(tmpdir(), 'mutations-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const part of PARTS) cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));

/** Runs the properties whose names have `title`. Resolves to whether one failed, and after how many runs. */
function missed(spec, title) {
  const jest = path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const child = spawn(process.execPath, [jest, spec, '-t', title], {
    cwd: folder,
    env: { ...process.env, TEST_LONG: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += String(bytes)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => {
      // A copy that cannot run at all fails, too.
      if (!/^Tests: .*\d+ (?:passed|failed)/m.test(output)) reject(new Error(output));
      const runs = /Property failed after (\d+) tests/.exec(output)?.[1];
      resolve({
        isMissed: /^Tests: .*\d+ failed/m.test(output),
        runs: runs === undefined ? null : Number(runs),
      });
    });
  });
}

async function rowOf({ rule, file, from, to, found, spec = MODEL }) {
  const target = path.join(folder, file);
  const source = readFileSync(target, 'utf8');
  if (source.split(from).length !== 2) throw new Error(`${file} does not have this once: ${from}`);
  writeFileSync(
    target,
    source.replace(from, () => to),
  );
  const result = await missed(spec, found);
  writeFileSync(target, source);
  return { rule, file, spec, found_by: found, ...result };
}

const rows = [];
for (const mutation of MUTATIONS.filter(({ rule }) => rule.includes(only))) {
  const row = await rowOf(mutation);
  rows.push(row);
  process.stdout.write(`${row.isMissed ? 'found' : 'NOT FOUND'} (${row.runs ?? '-'} runs): ${row.rule}\n`);
}
if (only === '') {
  const result = {
    machine: machine(),
    mutations: rows.map(({ isMissed, ...row }) => ({ ...row, found: isMissed })),
  };
  const file = path.join(ROOT, 'test', 'load', 'results', 'mutations.json');
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
}
if (rows.some(({ isMissed }) => !isMissed)) process.exitCode = 1;
