// Bundles the console (apps/console) into dist/console: modules and styles with a hash of their content in the name,
// each also compressed with brotli and gzip, and a manifest that the gateway serves them by.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { DIST, ROOT } from './paths.mjs';

const SOURCE = path.join(ROOT, 'apps', 'console');
/** `more` are the styles of all views but the first one. */
const ENTRIES = { main: 'main.tsx', style: 'style.css', more: 'more.css' };
export const CONSOLE_MANIFEST = path.join(DIST, 'console', 'manifest.json');

/** Files below the project that were written; none before the first build. */
export const consoleFiles = () =>
  existsSync(CONSOLE_MANIFEST)
    ? readdirSync(path.dirname(CONSOLE_MANIFEST)).map((name) => path.join('dist', 'console', name))
    : [];

/** Files below the project that the bundle is made of, sorted; the pure parts of libs/antelope are among the libs. */
export const consoleSources = () => [
  'scripts/setup/console.mjs',
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

const options = (folder) => ({
  absWorkingDir: ROOT,
  entryPoints: Object.fromEntries(
    Object.entries(ENTRIES).map(([name, file]) => [name, path.join(SOURCE, 'src', file)]),
  ),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  outdir: folder,
  bundle: true,
  plugins: [oneSharedFile()],
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: ['es2023', 'chrome120', 'firefox121', 'safari17.2'],
  minify: true,
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  tsconfig: path.join(SOURCE, 'tsconfig.json'),
  metafile: true,
  logLevel: 'silent',
});

/** The manifest: entry points, and for each file the files that it loads at once and when it is first used. */
function manifestOf({ outputs }) {
  const names = Object.entries(outputs).map(([file, output]) => [path.basename(file), output]);
  const importsOf = (imports, kind) =>
    imports.filter((each) => each.kind === kind).map((each) => path.basename(each.path));
  const entryOf = (file) => names.find(([, { entryPoint }]) => entryPoint === `apps/console/src/${file}`)[0];
  return {
    script: entryOf('main.tsx'),
    styles: entryOf('style.css'),
    moreStyles: entryOf('more.css'),
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

function compress(file) {
  const content = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  writeFileSync(`${file}.br`, brotliCompressSync(content));
}

/**
 * @param esbuild the package
 * @returns the files that the bundle contains, by their paths below the project
 */
export async function bundleConsole({ build }) {
  const unfinished = path.join(DIST, `console.${process.pid}`);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const { metafile } = await build(options(unfinished));
  for (const file of readdirSync(unfinished)) compress(path.join(unfinished, file));
  writeFileSync(
    path.join(unfinished, path.basename(CONSOLE_MANIFEST)),
    JSON.stringify(manifestOf(metafile), null, 2),
  );
  rmSync(path.dirname(CONSOLE_MANIFEST), { recursive: true, force: true });
  renameSync(unfinished, path.dirname(CONSOLE_MANIFEST));
  return Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
}
