import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { install } from './npm.mjs';
import { CACHE, MODULES, ROOT } from './paths.mjs';
import { giveUp } from './terminal.mjs';

const FRESH = path.join(CACHE, 'packages.unfinished');
const OLD = path.join(CACHE, 'packages.old');
const FILES = ['package.json', 'package-lock.json', '.npmrc'];

const removeBoth = () => {
  for (const folder of [FRESH, OLD]) rmSync(folder, { recursive: true, force: true });
};

/**
 * Installs the packages of the lock file beside the present ones, then replaces these at once. Until then, and when
 * the installation fails, a running process and the next start have theirs.
 * @param groups flags of npm that select the packages
 */
export async function replacePackages(groups) {
  removeBoth();
  mkdirSync(FRESH, { recursive: true });
  for (const file of FILES.filter((name) => existsSync(path.join(ROOT, name)))) {
    copyFileSync(path.join(ROOT, file), path.join(FRESH, file));
  }
  await install(['ci', ...groups], { cwd: FRESH, what: 'The packages' });
  try {
    renameSync(MODULES, OLD);
  } catch (error) {
    giveUp(
      `node_modules cannot be replaced: ${error.message}\nRemove its content and run the command again.`,
    );
  }
  renameSync(path.join(FRESH, 'node_modules'), MODULES);
  removeBoth();
}
