// Everything `npm start` and `npm test` need before anything else. Plain JavaScript without dependencies: in a
// fresh clone it runs before anything is installed, on any Node from 20 on.
import { existsSync } from 'node:fs';
import { build, compilerInstallation, isBuilt, isCompilerInstalled } from './build.mjs';
import { isRuntimeInstalled, runtimeInstallation, useRuntime } from './node-runtime.mjs';
import { arePackagesInstalled, packageInstallation } from './packages.mjs';
import { alone } from './setup-lock.mjs';
import { giveUp, step } from './terminal.mjs';

/** All packages bring the compiler along, those of production do not. */
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
 * Installs the packages that are missing: those that running needs, or all. Continues on a new enough Node, which
 * may mean that the calling script begins again in a process of its own.
 */
export async function ensureInstalled(which = 'production') {
  if (!isInstalled(which)) await alone(() => installMissing(which));
  // It may have been one of the packages: every process started from now on would fail.
  if (!existsSync(process.execPath)) giveUp('This Node went with the old packages: run the command again.');
  await useRuntime();
}

/** Installs, and compiles when a source has changed since the last time. */
export async function prepare(which = 'production') {
  await ensureInstalled(which);
  if (!isBuilt()) await alone(() => (isBuilt() ? undefined : build()));
}
