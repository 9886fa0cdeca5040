// Installs the Node version of the project when the installed Node is too old.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { MODULES } from './paths.mjs';
import { giveUp } from './terminal.mjs';
import { installTool, isToolInstalled, toolHome } from './tools.mjs';

const TOOL = 'node-runtime';
const REQUIRED_MAJOR = 24;
const isOldNode = Number(process.versions.node.split('.')[0]) < REQUIRED_MAJOR;

/** The packages of the platforms differ in name only; undefined for a platform without one. */
function runtimeFolder(home) {
  const modules = path.join(home, 'node_modules');
  if (!existsSync(modules)) return undefined;
  const name = readdirSync(modules).find((entry) => existsSync(path.join(modules, entry, 'bin', 'node')));
  return name === undefined ? undefined : path.join(modules, name);
}

const nodeBinary = () => path.join(runtimeFolder(toolHome(TOOL)) ?? '', 'bin', 'node');

export const isRuntimeInstalled = () => !isOldNode || (isToolInstalled(TOOL) && existsSync(nodeBinary()));

function trim(home) {
  const folder = runtimeFolder(home);
  if (folder === undefined) {
    giveUp(
      `Node ${REQUIRED_MAJOR} or newer is needed; this is ${process.version}, and there is none to install for ${process.platform} ${process.arch}. Get one at https://nodejs.org.`,
    );
  }
  // Headers for compiling add-ons, manual pages, the list of changes: a third of the package.
  for (const part of ['include', 'share', 'CHANGELOG.md'])
    rmSync(path.join(folder, part), { recursive: true, force: true });
}

export const runtimeInstallation = () => ({
  title: `Node ${REQUIRED_MAJOR} (this is ${process.version})`,
  work: () => installTool(TOOL, trim),
});

/** Makes npm scripts use the installed Node: they search node_modules/.bin before the PATH. */
function linkForNpmScripts() {
  const link = path.join(MODULES, '.bin', 'node');
  const target = path.relative(path.dirname(link), nodeBinary());
  try {
    if (readlinkSync(link) === target) return;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  mkdirSync(path.dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(target, link);
}

/**
 * Runs the calling script again on the installed Node when this one is too old. Resolves only when the version is
 * sufficient; otherwise the process exits with the exit code of the second run.
 */
export async function useRuntime() {
  if (!isOldNode) return;
  linkForNpmScripts();
  const child = spawn(nodeBinary(), process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  process.exit(code ?? 1);
}
