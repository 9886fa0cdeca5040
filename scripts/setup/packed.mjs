// The archive of the programs in the package of `npm run package:starter`; a checkout has none. An executable has this
// module in another form (scripts/executable/packed.mjs).
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, constants } from 'node:zlib';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const LIST = path.join(ROOT, 'programs.json');

/** `id` and `files` of the archive; undefined in a checkout. */
export const PACKED = existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : undefined;

/** The window that the archive is compressed with: 64 MiB. */
export const LARGE_WINDOW_BITS = 26;
const WINDOW = { params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } };

/** The contents of its files, one after the other. */
export const packedContent = () => brotliDecompressSync(readFileSync(path.join(ROOT, 'programs.br')), WINDOW);

/** The package.json of the project or of the package. */
export const manifest = () => JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

/** Keeps compiled code in the folder NODE_COMPILE_CACHE. */
const KEPT_CODE = path.join(ROOT, 'scripts', 'start', 'kept-code.cjs');

/** The command of Node that runs a program of an app, in the file of it, with options of Node. */
export const programCommand = (nodeOptions, { file }) => [
  process.execPath,
  [...nodeOptions, '--require', KEPT_CODE, file],
];
