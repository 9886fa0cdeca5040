// Preparation of `npm start` and `npm test`. Plain JavaScript without dependencies: in a fresh clone it runs before
// any package is installed, on any Node from 20 on.
import { existsSync } from 'node:fs';
import { build, compilerInstallation, isBuilt, isCompilerInstalled } from './build.mjs';
import { isRuntimeInstalled, runtimeInstallation, useRuntime } from './node-runtime.mjs';
import { arePackagesInstalled, packageInstallation } from './packages.mjs';
import { alone } from './setup-lock.mjs';
import { giveUp, step } from './terminal.mjs';

/** The complete packages include the compiler, those of production do not. */
const isCompilerMissing = (which) => which !== 'all' && !isCompilerInstalled();
const isInstalled = (which) =>
  arePackagesInstalled(which) && isRuntimeInstalled() && !isCompilerMissing(which);

async function installMissing(which) {
  const missing = [
    !arePackagesInstalled(which) && packageInstallation(which),
    !isRuntimeInstalled() && runtimeInstallation(),
    isCompilerMissing(which) && compilerInstallation(),
  ].filter(Boolean);
  const titles = missing.map(({ title }) => title).join(', ');
  await step(`Installing ${titles} (once)`, () => Promise.all(missing.map(({ work }) => work())));
}

/**
 * Installs missing packages: those of production, or all. Continues on a recent enough Node, which can restart the
 * calling script in a new process.
 */
export async function ensureInstalled(which = 'production') {
  if (!isInstalled(which)) await alone(() => installMissing(which));
  // The install may have removed this Node: every process started later would fail.
  if (!existsSync(process.execPath)) giveUp('This Node went with the old packages: run the command again.');
  await useRuntime();
}

/** Installs, and compiles when a source has changed since the last time. */
export async function prepare(which = 'production') {
  await ensureInstalled(which);
  if (!isBuilt()) await alone(() => (isBuilt() ? undefined : build()));
}
