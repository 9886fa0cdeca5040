import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
export const MODULES = path.join(ROOT, 'node_modules');
/** Everything that setup keeps beside the packages: tools, logs, npm's cache where the machine's own cannot be used. */
export const CACHE = path.join(ROOT, '.cache');
export const DIST = path.join(ROOT, 'dist');
export const APPS = ['gateway', 'devchain'];

/** The compiled entry point of an app. */
export const entryPoint = (app) => path.join(DIST, app, 'apps', app, 'src', 'main.js');
