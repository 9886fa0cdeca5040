// The content of a package that is a lib of the project: one program for each face, declarations, and a manifest. Parts of
// other libs that it uses are in it; packages are its dependencies.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { ROOT } from '../setup.mjs';
import { copyDeclarations } from './declarations.mjs';

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
const require = createRequire(import.meta.url);
const PROJECT = json(path.join(ROOT, 'package.json'));
const TYPE_ROOTS = [path.join(ROOT, 'node_modules', '@types')];
const PATHS = json(path.join(ROOT, 'tsconfig.json')).compilerOptions.paths;

const packageOf = (specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)[0];

/** Compiles the faces, and all that they import, with declarations. */
function compile(faces, output) {
  mkdirSync(output, { recursive: true });
  const settings = {
    extends: path.join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      ...{ module: 'esnext', moduleResolution: 'bundler', types: ['node'], typeRoots: TYPE_ROOTS },
      ...{ declaration: true, sourceMap: false, rootDir: ROOT, outDir: output },
    },
    include: [],
    files: faces,
  };
  const file = path.join(output, 'tsconfig.json');
  writeFileSync(file, JSON.stringify(settings));
  // Parts that no face uses are left out by the bundler.
  writeFileSync(path.join(output, 'package.json'), JSON.stringify({ type: 'module', sideEffects: false }));
  const compiler = path.join(ROOT, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', file], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the compiler found errors');
}

/** The module of a path such as `@app/antelope` in what the compiler wrote. */
const compiledPath = (output) => (specifier) => {
  const source = PATHS[specifier]?.[0];
  return source === undefined ? undefined : path.join(output, source.replace(/\.ts$/, ''));
};

/** An import of a file in a package without `exports` names the file, as modules of Node have to. */
function importable(specifier) {
  const name = packageOf(specifier);
  if (name === specifier || isBuiltin(specifier)) return specifier;
  if (json(path.join(ROOT, 'node_modules', name, 'package.json')).exports !== undefined) return specifier;
  const file = require.resolve(specifier, { paths: [ROOT] });
  return path.relative(path.join(ROOT, 'node_modules'), file).replaceAll(path.sep, '/');
}

/** Writes one program for each face, with what they share beside them. @returns the packages that they import */
async function bundle(faces, compiled, out) {
  const { build } = await import('esbuild');
  const pathOf = compiledPath(compiled);
  const project = {
    name: 'project',
    setup(plugins) {
      plugins.onResolve({ filter: /^[^./]/ }, ({ path: specifier, kind }) => {
        if (kind === 'entry-point') return undefined;
        const found = pathOf(specifier);
        if (found !== undefined) return { path: `${found}.js`, sideEffects: false };
        return { path: importable(specifier), external: true, sideEffects: false };
      });
    },
  };
  const { metafile } = await build({
    absWorkingDir: compiled,
    entryPoints: faces.map((file) => ({ in: file, out: path.basename(file, '.js') })),
    outdir: out,
    bundle: true,
    splitting: true,
    chunkNames: 'shared-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node22',
    keepNames: true,
    plugins: [project],
    metafile: true,
    logLevel: 'warning',
  });
  return Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path: specifier }) => specifier),
  );
}

/**
 * The packages of imports as members of the manifest, at the versions of the project.
 * @param peerDependenciesMeta of the manifest: names the peers, and `optional` those that only one face needs
 * @throws Error for a package that the project has only for its own tests and builds
 */
function dependenciesOf(specifiers, { peerDependenciesMeta = {} }) {
  const isPeer = (name) => name in peerDependenciesMeta;
  const names = [...new Set(specifiers.filter((each) => !isBuiltin(each)).map(packageOf))].sort();
  const versions = names.map((name) => {
    const version = PROJECT.dependencies[name] ?? (isPeer(name) ? PROJECT.devDependencies[name] : undefined);
    if (version === undefined) throw new Error(`${name} is no dependency of the project`);
    return [name, `^${version}`];
  });
  return {
    dependencies: Object.fromEntries(versions.filter(([name]) => !isPeer(name))),
    peerDependencies: Object.fromEntries(versions.filter(([name]) => isPeer(name))),
  };
}

/**
 * Writes a package.
 * @param source the lib, whose package.json names the faces as `exports` to sources
 * @param target an empty folder
 */
export async function writeLibrary(source, target) {
  const { name, exports, ...manifest } = json(path.join(source, 'package.json'));
  const faces = Object.entries(exports).map(([face, file]) => [face, path.join(source, file)]);
  const compiled = path.join(target, '.compiled');
  const types = path.join(target, 'dist', 'types');
  try {
    compile(
      faces.map(([, file]) => file),
      compiled,
    );
    const within = (file, extension) =>
      path.join(compiled, path.relative(ROOT, file).replace(/\.ts$/, extension));
    const programs = faces.map(([, file]) => within(file, '.js'));
    const imported = await bundle(programs, compiled, path.join(target, 'dist'));
    const typed = copyDeclarations({
      faces: faces.map(([, file]) => within(file, '.d.ts')),
      ...{ from: path.join(compiled, 'libs'), to: types, pathOf: compiledPath(compiled) },
    });
    const packed = {
      name,
      version: PROJECT.version,
      license: PROJECT.license,
      ...manifest,
      type: 'module',
      sideEffects: false,
      exports: Object.fromEntries(faces.map(([face, file]) => [face, entryOf(file)])),
      files: ['dist'],
      ...dependenciesOf([...imported, ...typed], manifest),
    };
    writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
  } finally {
    rmSync(compiled, { recursive: true, force: true });
  }
  for (const [file, folder] of [
    ['README.md', source],
    ['LICENSE', ROOT],
  ])
    cpSync(path.join(folder, file), path.join(target, file));
}

/** Where a face is in the package. */
function entryOf(file) {
  const declarations = path.relative(path.join(ROOT, 'libs'), file).replaceAll(path.sep, '/');
  return {
    types: `./dist/types/${declarations.replace(/\.ts$/, '.d.ts')}`,
    default: `./dist/${path.basename(file).replace(/\.ts$/, '.js')}`,
  };
}
