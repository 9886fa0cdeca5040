// The servers that a tool is measured beside: each answers the exact bytes of the tool's answer. Those of Go and Rust are
// compiled where their compilers are; without one its column is empty.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { isOnPath } from '../../scripts/setup/apt.mjs';
import { ROOT } from '../../scripts/setup.mjs';
import { startNginx } from './nginx.mjs';
import { startCommand, startServer } from './processes.mjs';

const BASELINES = path.join(import.meta.dirname, 'baselines');
const COMPILED = path.join(ROOT, '.cache', 'bench');

const versionOf = (command, ...args) => execFileSync(command, args, { encoding: 'utf8' }).trim();

/** @returns the path of a compiled program and the version of its compiler; undefined without the compiler */
function compiled(name, command, args, cwd) {
  if (!isOnPath(command)) return undefined;
  const program = path.join(COMPILED, name);
  mkdirSync(COMPILED, { recursive: true });
  execFileSync(command, args(program), { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  return program;
}

/** @returns { programs, versions }: compiled once for a run */
export function compileFloors() {
  const go = compiled('go', 'go', (out) => ['build', '-o', out, '.'], path.join(BASELINES, 'go'));
  const rust = compiled('rust', 'rustc', (out) => ['-O', '-o', out, 'floor.rs'], BASELINES);
  const nginx = execFileSync('sh', ['-c', 'nginx -v 2>&1'], { encoding: 'utf8' });
  return {
    programs: { go, rust },
    versions: {
      node: process.version,
      nginx: /nginx\/(\S+)/.exec(nginx)[1],
      ...(go && { go: versionOf('go', 'env', 'GOVERSION').replace(/^go/, '') }),
      ...(rust && { rust: versionOf('rustc', '--version').split(' ')[1] }),
    },
  };
}

/**
 * Starts the servers of one answer.
 * @returns them by name: { url, pid }, and `stop` to end all of them
 */
export async function startFloors({ go, rust }, answer, route) {
  const bytes = Buffer.from(answer);
  const base64 = bytes.toString('base64');
  const raw = await startServer([path.join(BASELINES, 'raw-http.mjs'), base64, route]);
  const nginx = await startNginx(new URL(raw.url).host);
  const express = await startServer([path.join(BASELINES, 'express.mjs'), base64, route, '--json-body']);
  const servers = {
    node: raw,
    express,
    nginx,
    ...(go && { go: await startCommand(go, [base64]) }),
    ...(rust && { rust: await startCommand(rust, [bytes.toString('hex')]) }),
  };
  return {
    servers,
    stop: () => {
      for (const server of Object.values(servers)) server.stop();
    },
  };
}
