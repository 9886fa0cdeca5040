// Compiles the apps and the libs, and makes one file of each program (docs/decisions/0019) and the console.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bundleAll, dataFiles } from './bundle.mjs';
import { compileAll } from './compile.mjs';
import { bundleConsole, CONSOLE_MANIFEST, consoleSources } from './console.mjs';
import { APPS, DIST, entryPoint, ROOT } from './paths.mjs';
import { replaceFile } from './replace-file.mjs';
import { giveUp, step } from './terminal.mjs';
import { installTool, isToolInstalled, toolHome } from './tools.mjs';

const require = createRequire(import.meta.url);
const TOOL = 'compiler';
const STAMP = path.join(DIST, '.sources');
const SETTINGS = [
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
  ...['build', 'bundle', 'bundle-licences', 'bundle-packages', 'compile', 'replace-file'].map(
    (name) => `scripts/setup/${name}.mjs`,
  ),
  'scripts/setup/swc-options.cjs',
];
const isSource = (file) =>
  /\.(?:ts|json)$/.test(file) &&
  !/(?:\.(?:spec|d)\.ts|package\.json|tsconfig\.json)$/.test(file) &&
  !file.split(path.sep).includes('testing');

/** The packages of tests and checks include the same compiler and bundler. */
const compilerHome = () =>
  ['@swc/core', 'esbuild'].every((name) => existsSync(path.join(ROOT, 'node_modules', name)))
    ? ROOT
    : toolHome(TOOL);
const loadTool = (name) => require(require.resolve(name, { paths: [compilerHome()] }));

export const isCompilerInstalled = () => compilerHome() === ROOT || isToolInstalled(TOOL);
export const compilerInstallation = () => ({ title: 'a compiler', work: () => installTool(TOOL) });

/** Paths below the project, sorted. */
const filesOf = (folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true })
    .map((file) => path.join(folder, file))
    .filter(isSource)
    .sort();

const sources = () => [...APPS.flatMap((app) => filesOf(path.join('apps', app, 'src'))), ...filesOf('libs')];

function stampOf(files) {
  const hash = createHash('sha256');
  for (const file of new Set([...SETTINGS, ...consoleSources(), ...files, ...dataFiles()]))
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(ROOT, file)))
      .update('\0');
  return hash.digest('hex');
}

/** Compares the contents of the sources, never times. */
export const isBuilt = () =>
  APPS.every((app) => existsSync(entryPoint(app))) &&
  existsSync(CONSOLE_MANIFEST) &&
  existsSync(STAMP) &&
  readFileSync(STAMP, 'utf8') === stampOf(sources());

export async function build() {
  const files = sources();
  const stamp = stampOf(files);
  try {
    await step('Building', async () => {
      await Promise.all([
        compileAll(files, loadTool('@swc/core')),
        bundleConsole(loadTool('esbuild'), compilerHome()),
      ]);
      await bundleAll(loadTool('esbuild'));
    });
  } catch (error) {
    giveUp(`The build failed: ${error.message}`);
  }
  replaceFile(STAMP, stamp);
}
