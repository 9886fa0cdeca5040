// Tools that only some machines need, each with its own lock file under setup/tools. They are installed into
// .cache/tools, in a folder named after the hash of the lock file, so a tool in use is never changed.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { install } from './npm.mjs';
import { CACHE, ROOT } from './paths.mjs';

const SOURCES = path.join(ROOT, 'scripts', 'setup', 'tools');

/** @param platform that of npm, `linux-arm64`, for packages of another one than this */
export function toolHome(name, platform) {
  const lock = readFileSync(path.join(SOURCES, name, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  return path.join(CACHE, 'tools', [name, hash, platform].filter(Boolean).join('-'));
}

export const isToolInstalled = (name, platform) => existsSync(toolHome(name, platform));

/** @param trim called with the folder before it counts as installed; @param platform as above */
export async function installTool(name, trim = () => undefined, platform) {
  const home = toolHome(name, platform);
  const unfinished = `${home}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(path.join(SOURCES, name, file), path.join(unfinished, file));
  }
  const [os, cpu] = platform?.split('-') ?? [];
  const ofPlatform = platform === undefined ? [] : [`--os=${os}`, `--cpu=${cpu}`];
  await install(['ci', '--include=optional', ...ofPlatform], { cwd: unfinished, what: `The ${name}` });
  await trim(unfinished);
  renameSync(unfinished, home);
}
