// Everything `npm start` and `npm test` need before anything else. Plain JavaScript without dependencies: in a
// fresh clone it runs before anything is installed, on any Node from 20 on.
import { build, compilerInstallation, isBuilt, isCompilerInstalled } from './build.mjs';
import { isRuntimeInstalled, runtimeInstallation, useRuntime } from './node-runtime.mjs';
import { arePackagesInstalled, packageInstallation } from './packages.mjs';
import { alone } from './setup-lock.mjs';
import { step } from './terminal.mjs';

const isInstalled = (which) => arePackagesInstalled(which) && isRuntimeInstalled() && isCompilerInstalled();

async function installMissing(which) {
  // Production packages never bring the compiler, all packages do: which is asked before any of them is there.
  const missing = [
    !arePackagesInstalled(which) && packageInstallation(which),
    !isRuntimeInstalled() && runtimeInstallation(),
    which !== 'all' && !isCompilerInstalled() && compilerInstallation(),
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
  await useRuntime();
}

/** Installs, and compiles when a source has changed since the last time. */
export async function prepare(which = 'production') {
  await ensureInstalled(which);
  if (!isBuilt()) await alone(() => (isBuilt() ? undefined : build()));
}
