// Compiles the apps and the libs, and makes one file of each program (docs/decisions/0019), the console, the page of the
// MCP App and the guide.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bundleAll, dataFiles } from './bundle.mjs';
import { compileAll } from './compile.mjs';
import { bundleConsole, CONSOLE_MANIFEST, consoleSources } from './console.mjs';
import { compressed, GUIDE, guideContents, guideInputs, writeGuide } from './guide.mjs';
import { bundleProposalPage, PROPOSAL_PAGE } from './proposal-page.mjs';
import { APPS, DIST, entryPoint, ROOT } from './paths.mjs';
import { replaceFile } from './replace-file.mjs';
import { giveUp, step } from './terminal.mjs';
import { installTool, isToolInstalled, toolHome } from './tools.mjs';

const require = createRequire(import.meta.url);
const TOOL = 'compiler';
const PACKAGES = ['@swc/core', 'esbuild', 'markdown-it', 'minisearch'];
/** The hash of the sources of each app. */
const STAMPS = path.join(DIST, '.sources.json');
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
  PACKAGES.every((name) => existsSync(path.join(ROOT, 'node_modules', name))) ? ROOT : toolHome(TOOL);
const loadTool = (name) => require(require.resolve(name, { paths: [compilerHome()] }));

export const isCompilerInstalled = () => compilerHome() === ROOT || isToolInstalled(TOOL);
export const compilerInstallation = () => ({ title: 'a compiler', work: () => installTool(TOOL) });

/** Paths below the project, sorted. */
const filesOf = (folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true })
    .map((file) => path.join(folder, file))
    .filter(isSource)
    .sort();

/** By app, with those of the libs. */
function sources() {
  const libs = filesOf('libs');
  return new Map(APPS.map((app) => [app, [...filesOf(path.join('apps', app, 'src')), ...libs]]));
}

function stampOf([app, files]) {
  const hash = createHash('sha256');
  const ofPages = app === 'gateway' ? [...consoleSources(), ...guideInputs()] : [];
  for (const file of new Set([...SETTINGS, ...ofPages, ...files, ...dataFiles(app)]))
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(ROOT, file)))
      .update('\0');
  return hash.digest('hex');
}

const stampsOf = (byApp) => Object.fromEntries([...byApp].map((entry) => [entry[0], stampOf(entry)]));
const builtStamps = () => (existsSync(STAMPS) ? JSON.parse(readFileSync(STAMPS, 'utf8')) : {});

/** The hash of the sources of an app as it was built last. */
export const builtStamp = (app) => builtStamps()[app];

/** Compares the contents of the sources, never times. */
function changedApps(stamps) {
  const built = builtStamps();
  const isOld = (app) => built[app] !== stamps[app] || !existsSync(entryPoint(app));
  const lacksPage = [CONSOLE_MANIFEST, PROPOSAL_PAGE, GUIDE].some((file) => !existsSync(file));
  return APPS.filter((app) => isOld(app) || (app === 'gateway' && lacksPage));
}

export const isBuilt = () => changedApps(stampsOf(sources())).length === 0;

/** The packages that the guide is made with. */
export const guideTools = () => ({
  esbuild: loadTool('esbuild'),
  MarkdownIt: loadTool('markdown-it'),
  MiniSearch: loadTool('minisearch'),
  modules: path.join(compilerHome(), 'node_modules'),
});

async function makeGuide() {
  const { contents, inputs } = await guideContents(guideTools());
  writeGuide(compressed(contents));
  return inputs;
}

export async function build() {
  const byApp = sources();
  const stamps = stampsOf(byApp);
  try {
    await step('Building', async () => {
      const changed = changedApps(stamps);
      const files = [...new Set([...byApp.values()].flat())];
      const pages = changed.includes('gateway') ? [bundleConsole, bundleProposalPage, makeGuide] : [];
      const [ofPages] = await Promise.all([
        Promise.all(pages.map((bundle) => bundle(loadTool('esbuild')))),
        compileAll(files, loadTool('@swc/core')),
      ]);
      await bundleAll(changed, loadTool('esbuild'), { gateway: ofPages.flat() });
      // Its process would hold 146 MB for as long as what is started after the build runs.
      await loadTool('esbuild').stop();
    });
  } catch (error) {
    giveUp(`The build failed: ${error.message}`);
  }
  replaceFile(STAMPS, JSON.stringify(stamps));
}
