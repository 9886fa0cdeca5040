import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
export const MODULES = path.join(ROOT, 'node_modules');
/** Files of the setup beside the packages: tools, logs, npm's cache when the user's own is not usable. */
export const CACHE = path.join(ROOT, '.cache');
/** Node keeps the compiled functions of programs here. */
export const COMPILED_FUNCTIONS = path.join(CACHE, 'compiled');
export const DIST = path.join(ROOT, 'dist');
/** Every source as a module of its own: the parts of the programs, for benchmarks and scripts. */
export const COMPILED = path.join(DIST, 'compiled');
export const APPS = ['gateway', 'devchain', 'history', 'signer'];

/** The folder of a program: all that it reads is in it. */
export const programFolder = (app) => path.join(DIST, app);

/** The file that runs a program of an app. */
export const entryPoint = (app, program = 'main') => path.join(programFolder(app), `${program}.js`);
