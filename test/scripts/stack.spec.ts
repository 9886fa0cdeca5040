import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { mainOf } from '../harness/process/programs';

const ROOT = path.resolve(__dirname, '..', '..');
const SOURCE = 'apps/history/src/run-history-node.ts';
const STATEMENT = 'setTimeout(() => {';

/** Line, from 1, of the first `statement` behind `name`. */
function lineOf(file: string, name: string, statement: string): number {
  const content = readFileSync(file, 'utf8');
  const at = content.indexOf(statement, content.indexOf(name));
  return content.slice(0, at).split('\n').length;
}

/** The output of `npm run stack -- history` for `input`. */
async function stackOf(input: string): Promise<string> {
  const child = spawn(process.execPath, ['scripts/stack.mjs', 'history'], { cwd: ROOT });
  child.stdin.end(input);
  return text(child.stdout);
}

it('npm run stack puts the line of the source in place of that of the program', async () => {
  const line = lineOf(mainOf('history'), 'function stopping(', STATEMENT);
  const source = lineOf(path.join(ROOT, SOURCE), 'function stopping(', STATEMENT);
  const logged = `{"stack":"Error: late\\n    at stop (/app/main.js:${String(line)}:7)\\n    at node:net:1:2"}`;
  expect(await stackOf(logged)).toBe(
    `{"stack":"Error: late\\n    at stop (${SOURCE}:${String(source)})\\n    at node:net:1:2"}`,
  );
});

it('npm run stack leaves the line of a package as it is', async () => {
  const line = lineOf(mainOf('history'), 'node_modules/pino/pino.js"(', 'function pino(');
  const logged = `    at pino (/app/main.js:${String(line)}:7)`;
  expect(await stackOf(logged)).toBe(logged);
});
