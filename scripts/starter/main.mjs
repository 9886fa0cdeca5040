// The start of the package chain-tool-gateway: what `npm start` does in a checkout, with programs from the archive of the
// package. It writes to the cache folder of the user alone, and to folders that the user names.
import { isRuntimeInstalled, runtimeInstallation, useRuntime } from '../setup/node-runtime.mjs';
import { manifest } from '../setup/packed.mjs';
import { alone } from '../setup/setup-lock.mjs';
import { giveUp, step } from '../setup/terminal.mjs';
import { runProduct } from '../start/run.mjs';
import { arePrograms, useCacheFolder, unpackPrograms } from './programs.mjs';

async function installRuntime() {
  if (isRuntimeInstalled()) return;
  const { title, work } = runtimeInstallation();
  await step(`Installing ${title} (once)`, work);
}

async function prepare() {
  try {
    useCacheFolder();
    if (!isRuntimeInstalled()) await alone(installRuntime);
    await useRuntime();
    if (!arePrograms()) await alone(() => (arePrograms() ? undefined : unpackPrograms()));
  } catch (error) {
    giveUp(`The programs could not be prepared: ${error.message}`);
  }
}

const PARENT_POLL_MS = 500;

/** A signal to npx ends npx and its shell, which pass it to no program: the end of the parent is the signal. */
function stopWithNpx() {
  if (process.env.npm_command !== 'exec') return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, PARENT_POLL_MS).unref();
}

/** npm's own member for the commit that a package was made from. */
const { gitHead } = manifest();

stopWithNpx();
await runProduct({
  mode: 'gateway',
  args: process.argv.slice(2),
  folder: process.cwd(),
  command: 'npx chain-tool-gateway',
  prepare,
  commit: () => gitHead,
});
