// The compiled sources, which the pages are made from.
import { createRequire } from 'node:module';
import path from 'node:path';
import { COMPILED } from '../setup.mjs';

const require = createRequire(import.meta.url);

/** The module of a source, by its path without the extension: `libs/operations/src/index`. */
export const compiled = (file) => require(path.join(COMPILED, `${file}.js`));
