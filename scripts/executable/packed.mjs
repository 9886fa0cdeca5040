// The form of scripts/setup/packed.mjs in an executable: its parts are assets of its own file.
import { getAsset, getRawAsset } from 'node:sea';
import { constants, zstdDecompressSync } from 'node:zlib';

export const PACKED = JSON.parse(getAsset('programs.json', 'utf8'));

/** The largest window that scripts/release/executables.mjs compresses with. */
const WINDOW = { params: { [constants.ZSTD_d_windowLogMax]: 27 } };

export const packedContent = () => zstdDecompressSync(Buffer.from(getRawAsset('programs.zst')), WINDOW);

export const manifest = () => JSON.parse(getAsset('package.json', 'utf8'));

/** This executable again, as the program of an app. */
export const programCommand = (nodeOptions, { app }) => [
  process.execPath,
  [...(nodeOptions.length > 0 ? [`--node-options=${nodeOptions.join(' ')}`] : []), 'run', app],
];
