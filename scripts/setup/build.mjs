// Compiles the apps and the libs with SWC, without checking types: `npm run check` does that. Copies JSON files that
// the code imports. Bundles the console.
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bundleConsole, CONSOLE_MANIFEST, consoleSources } from './console.mjs';
import { APPS, DIST, entryPoint, ROOT } from './paths.mjs';
import { giveUp, step } from './terminal.mjs';
import { installTool, isToolInstalled, toolHome } from './tools.mjs';

const require = createRequire(import.meta.url);
const { swcOptions } = require('./swc-options.cjs');
const TOOL = 'compiler';
const STAMP = path.join(DIST, '.sources');
const SETTINGS = ['tsconfig.json', 'scripts/setup/swc-options.cjs', 'scripts/setup/build.mjs'];
const isSource = (file) =>
  /\.(?:ts|json)$/.test(file) &&
  !/(?:\.(?:spec|d)\.ts|package\.json|tsconfig\.json)$/.test(file) &&
  !file.split(path.sep).includes('testing');

/** The packages of tests and checks include the same compiler. */
const compilerHome = () =>
  existsSync(path.join(ROOT, 'node_modules', '@swc', 'core')) ? ROOT : toolHome(TOOL);

export const isCompilerInstalled = () => compilerHome() === ROOT || isToolInstalled(TOOL);
export const compilerInstallation = () => ({ title: 'a compiler', work: () => installTool(TOOL) });

/** Paths below the project, sorted. */
const filesOf = (folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true })
    .map((file) => path.join(folder, file))
    .filter(isSource)
    .sort();

function sources() {
  const libs = filesOf('libs');
  return Object.fromEntries(APPS.map((app) => [app, [...filesOf(path.join('apps', app, 'src')), ...libs]]));
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(ROOT, file)))
      .update('\0');
  return hash.digest('hex');
}

/** Atomic: a concurrent reader gets the old file or the new one. */
function replaceFile(file, write) {
  mkdirSync(path.dirname(file), { recursive: true });
  const partial = `${file}.${process.pid}`;
  rmSync(partial, { force: true });
  write(partial);
  renameSync(partial, file);
}

/** A function that puts the file into the folder of an app. It is written once; further apps have links to it. */
function writer(file, text) {
  let written;
  return (app) => {
    const output = path.join(DIST, app, file);
    const first = written;
    replaceFile(output, (partial) =>
      first === undefined ? writeFileSync(partial, text) : linkSync(first, partial),
    );
    written ??= output;
    return output;
  };
}

/** A function that puts the program of a file, and its source map, into the folder of an app. */
async function compile(file, { transform }, options) {
  const source = path.join(ROOT, file);
  const js = file.replace(/\.ts$/, '.js');
  const { code, map } = await transform(readFileSync(source, 'utf8'), {
    ...options,
    filename: source,
    sourceMaps: true,
    inlineSourcesContent: false,
  });
  // The folders of the apps are equally deep: one map fits all of them.
  const folder = path.dirname(path.join(DIST, APPS[0], js));
  const sourceMap = { ...JSON.parse(map), sources: [path.relative(folder, source)] };
  const writeMap = writer(`${js}.map`, JSON.stringify(sourceMap));
  const writeCode = writer(js, `${code}\n//# sourceMappingURL=${path.basename(js)}.map\n`);
  return (app) => {
    writeMap(app);
    return writeCode(app);
  };
}

const copy = (file) => writer(file, readFileSync(path.join(ROOT, file), 'utf8'));

function removeLeftovers(app, written) {
  const isOurs = new Set(written);
  for (const file of readdirSync(path.join(DIST, app), { recursive: true })) {
    const output = path.join(DIST, app, file);
    if (/\.(?:js|js\.map|json)$/.test(file) && !isOurs.has(output.replace(/\.map$/, ''))) rmSync(output);
  }
}

async function compileAll(byApp) {
  const compiler = require(require.resolve('@swc/core', { paths: [compilerHome()] }));
  const { jsc, ...rest } = swcOptions(ROOT);
  const options = { ...rest, jsc: { ...jsc, rewriteRelativeImportExtensions: true } };
  const files = [...new Set(Object.values(byApp).flat())];
  const writers = await Promise.all(
    files.map(async (file) => [
      file,
      file.endsWith('.json') ? copy(file) : await compile(file, compiler, options),
    ]),
  );
  const writerOf = new Map(writers);
  for (const [app, appFiles] of Object.entries(byApp)) {
    removeLeftovers(
      app,
      appFiles.map((file) => writerOf.get(file)(app)),
    );
  }
}

const stampOf = (byApp) =>
  hashOf([...SETTINGS, ...consoleSources(), ...new Set(Object.values(byApp).flat())]);

/** Compares the contents of the sources, never times. */
export const isBuilt = () =>
  APPS.every((app) => existsSync(entryPoint(app))) &&
  existsSync(CONSOLE_MANIFEST) &&
  existsSync(STAMP) &&
  readFileSync(STAMP, 'utf8') === stampOf(sources());

export async function build() {
  const byApp = sources();
  const stamp = stampOf(byApp);
  try {
    await step('Building', () => Promise.all([compileAll(byApp), bundleConsole(compilerHome())]));
  } catch (error) {
    giveUp(`The build failed: ${error.message}`);
  }
  replaceFile(STAMP, (partial) => writeFileSync(partial, stamp));
}
