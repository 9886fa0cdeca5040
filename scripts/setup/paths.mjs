import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKED } from './packed.mjs';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
export const MODULES = path.join(ROOT, 'node_modules');

/** A relative XDG_CACHE_HOME is ignored, as its specification asks. */
function userCache() {
  const { XDG_CACHE_HOME: stated = '' } = process.env;
  const usual = path.join(homedir(), ...(process.platform === 'darwin' ? ['Library', 'Caches'] : ['.cache']));
  return path.join(path.isAbsolute(stated) ? stated : usual, 'chain-tool-gateway');
}

/**
 * Files of the setup beside the packages: tools, logs, npm's cache when the user's own is not usable. An installed package
 * is not written to: it uses the cache folder of the user.
 */
export const CACHE = PACKED === undefined ? path.join(ROOT, '.cache') : userCache();
/** Node keeps the compiled functions of programs here. */
export const COMPILED_FUNCTIONS = path.join(CACHE, 'compiled');
export const DIST =
  PACKED === undefined ? path.join(ROOT, 'dist') : path.join(CACHE, `programs-${PACKED.id}`);
/** The current folder of the programs, and that of .env: the one of the user where there is no checkout. */
export const WORK_FOLDER = PACKED === undefined ? ROOT : process.cwd();
/** Every source as a module of its own: the parts of the programs, for benchmarks and scripts. */
export const COMPILED = path.join(DIST, 'compiled');
export const APPS = ['gateway', 'devchain', 'history', 'signer'];

/** The folder of a program: all that it reads is in it. */
export const programFolder = (app) => path.join(DIST, app);

/** The file that runs a program of an app. */
export const entryPoint = (app, program = 'main') => path.join(programFolder(app), `${program}.js`);
