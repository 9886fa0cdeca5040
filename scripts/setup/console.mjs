// Bundles the console (apps/console) into dist/console: modules and styles with a hash of their content in the name,
// each also compressed with brotli and gzip, and a manifest that the gateway serves them by.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { DIST, ROOT } from './paths.mjs';

const SOURCE = path.join(ROOT, 'apps', 'console');
/** `more` are the styles of all views but the first one. */
const ENTRIES = { main: 'main.tsx', style: 'style.css', more: 'more.css' };
/** The wallet window is a page of its own: one module, which shares none with the console. */
const WALLET = 'wallet/wallet.ts';
export const CONSOLE_MANIFEST = path.join(DIST, 'console', 'manifest.json');

/** Files below the project that were written; none before the first build. */
export const consoleFiles = () =>
  existsSync(CONSOLE_MANIFEST)
    ? readdirSync(path.dirname(CONSOLE_MANIFEST)).map((name) => path.join('dist', 'console', name))
    : [];

/** Files below the project that the console and the page of the MCP App are made of, sorted; the pure parts of libs/antelope are among the libs. */
export const consoleSources = () => [
  'scripts/setup/console.mjs',
  'scripts/setup/proposal-page.mjs',
  'apps/console/tsconfig.json',
  ...readdirSync(path.join(SOURCE, 'src'), { recursive: true })
    .filter((file) => /\.(?:tsx?|css)$/.test(file) && !/\.spec\.ts$/.test(file))
    .map((file) => path.join('apps', 'console', 'src', file))
    .sort(),
];

/**
 * Modules that are loaded later import the start as well, so all that the first view needs is shared by the same modules:
 * the bundler keeps it in one file, instead of one for each set of views that share a module.
 */
const oneSharedFile = () => ({
  name: 'one shared file',
  setup(build) {
    const later = new Set();
    build.onResolve({ filter: /^\./ }, ({ kind, path: name, resolveDir }) => {
      if (kind === 'dynamic-import') later.add(path.resolve(resolveDir, name));
      return undefined;
    });
    build.onLoad({ filter: /\.tsx?$/ }, ({ path: file }) => {
      if (!later.has(file.replace(/\.tsx?$/, ''))) return undefined;
      const start = JSON.stringify(path.join(SOURCE, 'src', 'start.tsx'));
      return { contents: `${readFileSync(file, 'utf8')}\nimport ${start};\n`, loader: 'tsx' };
    });
  },
});

/** Options of every page that is made of the console's sources. */
export const PAGE_OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'browser',
  target: ['es2023', 'chrome120', 'firefox121', 'safari17.2'],
  minify: true,
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  tsconfig: path.join(SOURCE, 'tsconfig.json'),
  metafile: true,
  logLevel: 'silent',
};

const options = (folder) => ({
  ...PAGE_OPTIONS,
  entryPoints: Object.fromEntries(
    Object.entries(ENTRIES).map(([name, file]) => [name, path.join(SOURCE, 'src', file)]),
  ),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  outdir: folder,
  plugins: [oneSharedFile()],
  splitting: true,
  format: 'esm',
});

/** The options of the console without what shares its modules. */
const walletOptions = (folder) => ({
  ...options(folder),
  entryPoints: { wallet: path.join(SOURCE, 'src', WALLET) },
  plugins: [],
  splitting: false,
});

/** The manifest: entry points, and for each file the files that it loads at once and when it is first used. */
function manifestOf(outputs) {
  const names = Object.entries(outputs).map(([file, output]) => [path.basename(file), output]);
  const importsOf = (imports, kind) =>
    imports.filter((each) => each.kind === kind).map((each) => path.basename(each.path));
  const entryOf = (file) => names.find(([, { entryPoint }]) => entryPoint === `apps/console/src/${file}`)[0];
  return {
    script: entryOf('main.tsx'),
    styles: entryOf('style.css'),
    moreStyles: entryOf('more.css'),
    wallet: entryOf(WALLET),
    files: Object.fromEntries(
      names.map(([name, { imports, entryPoint }]) => [
        name,
        {
          imports: importsOf(imports, 'import-statement'),
          loads: importsOf(imports, 'dynamic-import'),
          ...(entryPoint && { source: entryPoint }),
        },
      ]),
    ),
  };
}

/** Not the best quality of brotli, which takes twice the time of all else for one per cent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/** In threads: the files are compressed at the same time. */
async function compress(file) {
  const content = readFileSync(file);
  const [small, smaller] = await Promise.all([
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
    promisify(brotliCompress)(content, BROTLI),
  ]);
  writeFileSync(`${file}.gz`, small);
  writeFileSync(`${file}.br`, smaller);
}

/**
 * @param esbuild the package
 * @returns the files that the bundle contains, by their paths below the project
 */
export async function bundleConsole({ build }) {
  const unfinished = path.join(DIST, `console.${process.pid}`);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const builds = await Promise.all([build(options(unfinished)), build(walletOptions(unfinished))]);
  const outputs = Object.assign({}, ...builds.map(({ metafile }) => metafile.outputs));
  await Promise.all(readdirSync(unfinished).map((file) => compress(path.join(unfinished, file))));
  writeFileSync(
    path.join(unfinished, path.basename(CONSOLE_MANIFEST)),
    JSON.stringify(manifestOf(outputs), null, 2),
  );
  rmSync(path.dirname(CONSOLE_MANIFEST), { recursive: true, force: true });
  renameSync(unfinished, path.dirname(CONSOLE_MANIFEST));
  return Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
}
