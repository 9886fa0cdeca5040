// The parts of the executables: the program that starts, and the files in it.
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { programFolder, ROOT } from '../setup.mjs';
import { checkoutCommit } from '../start/environment.mjs';
import { layOut } from '../starter/lay-out.mjs';
import { MAKER } from './platforms.mjs';

const SCRIPTS = path.join(ROOT, 'scripts');
const MAIN = path.join(SCRIPTS, 'executable', 'main.mjs');
/** Source maps, and machine code: that of the platform of the executable is added. */
const LEFT_OUT = /\.(?:map|node)$/;

/** The higher levels take ten times as long for a tenth less, and the file is Node for nine tenths. */
const COMPRESSION = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 3,
    [constants.ZSTD_c_windowLog]: 26,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  },
};

const ownPacked = {
  name: 'packed',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/packed\.mjs$/ }, () => ({ path: path.join(SCRIPTS, 'executable', 'packed.mjs') })),
};

async function bundleMain(folder) {
  const file = path.join(folder, 'main.cjs');
  await esbuild.build({
    entryPoints: [MAIN],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(process.execPath).href;" },
    plugins: [ownPacked],
    logLevel: 'silent',
  });
  return file;
}

/** Machine code of the development chain, where its package has it for the platform. */
const machineCode = (platform) =>
  new Map(
    globSync(`node_modules/secp256k1/prebuilds/${platform}/*.node`, { cwd: ROOT }).map((file) => [
      path.join('devchain', file),
      readFileSync(path.join(ROOT, file)),
    ]),
  );

function writeManifest(folder, app) {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const file = path.join(folder, 'package.json');
  writeFileSync(file, JSON.stringify({ name: `chain-tool-${app}`, version, gitHead: checkoutCommit() }));
  return file;
}

/** The gateway with all programs of a start. Its processes get options of Node. */
async function gatewayParts(folder, platform) {
  const { id, files, content } = layOut(LEFT_OUT, machineCode(platform));
  const assets = {
    'package.json': writeManifest(folder, 'gateway'),
    'programs.json': path.join(folder, 'programs.json'),
    'programs.zst': path.join(folder, 'programs.zst'),
  };
  writeFileSync(assets['programs.json'], JSON.stringify({ id, files }));
  writeFileSync(assets['programs.zst'], zstdCompressSync(content, COMPRESSION));
  return { main: await bundleMain(folder), assets, execArgvExtension: 'cli' };
}

/**
 * The signer takes no options of Node: neither a module that is loaded first nor an inspector, which could read the key.
 */
function signerParts(folder) {
  const main = path.join(folder, 'main.js');
  cpSync(path.join(programFolder('signer'), 'main.js'), main);
  const assets = { 'package.json': writeManifest(folder, 'signer') };
  return { main, assets, execArgv: ['--disable-sigusr1'], execArgvExtension: 'none' };
}

const PARTS = { gateway: gatewayParts, signer: signerParts };

/**
 * Writes the parts of an executable into a folder.
 * @param platform that of npm: `linux-arm64`
 * @returns the settings by which Node makes one file of them; relative paths are not used
 */
export async function executableParts(app, platform, folder) {
  mkdirSync(folder, { recursive: true });
  return {
    ...(await PARTS[app](folder, platform)),
    output: path.join(folder, 'parts.blob'),
    disableExperimentalSEAWarning: true,
    // Without it Node takes the code of the signer from the folder in NODE_COMPILE_CACHE, and does not check its owner.
    // It is of this platform: no other one can use it. The gateway's would not fit the flags of V8 of its processes.
    useCodeCache: app === 'signer' && platform === MAKER,
    useSnapshot: false,
  };
}
