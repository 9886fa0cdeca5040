import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
export const MODULES = path.join(ROOT, 'node_modules');
/** Files of the setup beside the packages: tools, logs, npm's cache when the user's own is not usable. */
export const CACHE = path.join(ROOT, '.cache');
export const DIST = path.join(ROOT, 'dist');
export const APPS = ['gateway', 'devchain', 'history'];

/** The compiled entry point of an app. */
export const entryPoint = (app) => path.join(DIST, app, 'apps', app, 'src', 'main.js');
