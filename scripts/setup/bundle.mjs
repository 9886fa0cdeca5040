// One file of each program and of the packages that it uses, in a folder with all other files that it reads.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { licencesOf } from './bundle-licences.mjs';
import { withoutNames } from './bundle-names.mjs';
import { ABSENT, packages } from './bundle-packages.mjs';
import { consoleFiles } from './console.mjs';
import { guideFiles } from './guide.mjs';
import { COMPILED, programFolder, ROOT } from './paths.mjs';
import { PROPOSAL_PAGE } from './proposal-page.mjs';
import { removeOthers, replaceFile } from './replace-file.mjs';

const PROFILES = path.join('libs', 'networks', 'profiles');
const DEVELOPMENT_PROFILE = path.join(PROFILES, 'development.yaml');
const STREAM_CLIENT = 'node_modules/@eosrio/hyperion-stream-client/dist/hyperion-stream-client.js';

/** The programs and threads of each app that are files with packages of their own. */
const PROGRAMS = {
  gateway: ['main'],
  devchain: ['main'],
  history: ['main', 'indexing/indexer.worker'],
  signer: ['main'],
};
/** Programs and threads that are in the file of `main`, beside it: they use the same packages. */
const BESIDE_MAIN = {
  gateway: ['profile/profile-check'],
  history: ['threads/answer.worker', 'exporting/archive', 'cold-sql/sql'],
};
const programsBeside = (app) => BESIDE_MAIN[app] ?? [];
/** Says which program of the file runs; none: `main`. */
const CHOICE = "globalThis[Symbol.for('program')]";

const compiledFile = (app, program) => path.join(COMPILED, 'apps', app, 'src', `${program}.js`);

/** The file of `main` of an app with other programs: it loads one of them. */
const mainOf = (app) => {
  const programs = ['main', ...programsBeside(app)].map(
    (program) =>
      `${JSON.stringify(path.basename(program))}: () => require(${JSON.stringify(compiledFile(app, program))})`,
  );
  return `({ ${programs.join(', ')} })[${CHOICE} ?? 'main']();`;
};

const MAIN = /^main of (\w+)$/;
const mains = {
  name: 'mains',
  setup(build) {
    build.onResolve({ filter: MAIN }, ({ path: text }) => ({ path: text, namespace: 'mains' }));
    build.onLoad({ filter: MAIN, namespace: 'mains' }, ({ path: text }) => ({
      contents: mainOf(MAIN.exec(text)[1]),
      resolveDir: COMPILED,
    }));
  },
};

/** Files that each program reads where they are below the project: it finds them at the same place below its folder. */
const DATA = {
  gateway: () => [
    path.join('apps', 'gateway', 'stream-client', 'stream-client.js'),
    ...readdirSync(path.join(ROOT, PROFILES)).map((name) => path.join(PROFILES, name)),
    ...consoleFiles(),
    ...guideFiles(),
    path.relative(ROOT, PROPOSAL_PAGE),
  ],
  // Machine code for the platform of the build, where the package has it.
  devchain: () => {
    const folder = `node_modules/secp256k1/prebuilds/${process.platform}-${process.arch}`;
    if (!existsSync(path.join(ROOT, folder))) return [];
    return readdirSync(path.join(ROOT, folder)).map((name) => `${folder}/${name}`);
  },
  history: () => [STREAM_CLIENT],
};
/** Of the programs that serve an API page. */
const PAGE = [
  ...['favicon-32x32.png', 'swagger-ui-bundle.js', 'swagger-ui.css'].map(
    (name) => `node_modules/swagger-ui-dist/${name}`,
  ),
];
/** Files that a package reads beside the module that is now in the program. */
const BESIDE = ['node_modules/tiny-secp256k1/lib/secp256k1.wasm'];

const dataOf = (app) => ['LICENSE', ...(app in DATA ? [...PAGE, ...DATA[app]()] : [])];

/** Files of the project that the program reads. Those of packages follow from the lock file, those in dist from sources. */
export const dataFiles = (app) => dataOf(app).filter((file) => !/^(?:node_modules|dist)\b/.test(file));

/** The helper of esbuild that gives functions and classes their names. Most have them: writing it again takes 10 MB. */
const NAMING = 'var __name = (target, value) => __defProp(';
const NAMING_IF_CHANGED = NAMING.replace('=> ', '=> target.name === value ? target : ');

/**
 * With one character beyond Latin-1 V8 keeps the text of a program with two bytes for each. The bundler leaves such
 * characters in comments and regular expressions, where their escapes mean the same.
 */
const inAscii = (text) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

function programText({ path: file, text }) {
  if (!text.includes(NAMING)) throw new Error(`${file} has no helper for names: ${NAMING}`);
  return inAscii(withoutNames(text).replace(NAMING, NAMING_IF_CHANGED));
}

/** The profile of each start as JSON, which libs/networks reads in a thirtieth of the time. */
function dataIn(file, { parse }) {
  const content = readFileSync(path.join(ROOT, file));
  return file === DEVELOPMENT_PROFILE ? JSON.stringify(parse(content.toString())) : content;
}

const PROJECT = path.join(ROOT, 'package.json');

function writeData(app, inputs, yaml) {
  const folder = programFolder(app);
  const { name, version, license } = JSON.parse(readFileSync(PROJECT, 'utf8'));
  const contents = new Map([
    ...dataOf(app).map((file) => [file, dataIn(file, yaml)]),
    ...BESIDE.map((file) => [path.basename(file), readFileSync(path.join(ROOT, file))]),
    ['LICENSES-OF-PACKAGES.txt', licencesOf([...inputs, ...dataOf(app)])],
    ...programsBeside(app).map((program) => {
      const name = path.basename(program);
      return [`${name}.js`, `${CHOICE} = '${name}';\nrequire('./main.js');\n`];
    }),
    ['package.json', `${JSON.stringify({ name, version, license, private: true }, null, 2)}\n`],
  ]);
  return [...contents].map(([file, content]) => {
    replaceFile(path.join(folder, file), content);
    return path.join(folder, file);
  });
}

const entryPoints = (apps) =>
  apps.flatMap((app) =>
    PROGRAMS[app].map((program) => ({
      in: program === 'main' && app in BESIDE_MAIN ? `main of ${app}` : compiledFile(app, program),
      out: path.join(app, path.basename(program)),
    })),
  );

/** The bundler is written in Go: with fewer collections it takes a fifth less time, and a tenth more memory. */
const FEW_COLLECTIONS = '400';

/**
 * @param esbuild the package
 * @param others by app, the files that are in its data as parts of other bundles
 */
export async function bundleAll(apps, esbuild, others) {
  process.env.GOGC ??= FEW_COLLECTIONS;
  // Not loaded with this module, which is there before any package is.
  const yaml = await import('yaml');
  const { outputFiles, metafile, warnings } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: entryPoints(apps),
    outdir: path.dirname(programFolder('gateway')),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    // Names of classes are in log lines and in the OpenAPI document.
    keepNames: true,
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    external: ABSENT,
    plugins: [packages, mains],
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const [warning] = warnings;
  if (warning !== undefined) throw new Error(`${warning.location?.file}: ${warning.text}`);
  const isOf = (app) => (file) => file.startsWith(`${programFolder(app)}${path.sep}`);
  for (const app of apps) {
    const files = outputFiles.filter(({ path: file }) => isOf(app)(file));
    for (const file of files)
      replaceFile(file.path, file.path.endsWith('.js') ? programText(file) : file.contents);
    const inputs = Object.entries(metafile.outputs)
      .filter(([file]) => isOf(app)(path.join(ROOT, file)))
      .flatMap(([, output]) => Object.keys(output.inputs))
      .concat(others[app] ?? []);
    removeOthers(programFolder(app), [
      ...files.map(({ path: file }) => file),
      ...writeData(app, inputs, yaml),
    ]);
  }
}
