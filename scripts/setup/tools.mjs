// Tools that only some machines need, each with its own lock file under setup/tools. They are installed into
// .cache/tools, in a folder named after the hash of the lock file, so a tool in use is never changed.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { install } from './npm.mjs';
import { CACHE, ROOT } from './paths.mjs';

const SOURCES = path.join(ROOT, 'scripts', 'setup', 'tools');

export function toolHome(name) {
  const lock = readFileSync(path.join(SOURCES, name, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  return path.join(CACHE, 'tools', `${name}-${hash}`);
}

export const isToolInstalled = (name) => existsSync(toolHome(name));

/** @param trim called with the folder before it counts as installed */
export async function installTool(name, trim = () => undefined) {
  const home = toolHome(name);
  const unfinished = `${home}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(path.join(SOURCES, name, file), path.join(unfinished, file));
  }
  await install(['ci', '--include=optional'], { cwd: unfinished, what: `The ${name}` });
  await trim(unfinished);
  renameSync(unfinished, home);
}
