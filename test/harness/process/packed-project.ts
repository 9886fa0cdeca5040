import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Ended, outputOf, runProgram } from './run-program';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const MODULES = path.join(ROOT, 'node_modules');

/** Settings of a project that checks everything, declarations of packages included. */
const STRICT = {
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023'],
  types: ['node'],
  typeRoots: [path.join(MODULES, '@types')],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  noEmit: true,
};

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;

/** An empty project with one package of `npm run package:NAME`, installed as from a registry that has what it needs. */
export class PackedProject {
  private constructor(
    readonly folder: string,
    readonly manifest: Manifest,
  ) {}

  /**
   * @param peers packages that the project itself has
   * @param linked those among them that need several versions of one package: they are not copied
   */
  static async create(
    name: string,
    peers: readonly string[] = [],
    linked: readonly string[] = [],
  ): Promise<PackedProject> {
    const folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
    const script = path.join(ROOT, 'scripts', 'package.mjs');
    const pack = [script, name, '--pack-destination', folder];
    const packed = await outputOf(process.execPath, pack, ROOT);
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
    const archive = path.join(folder, packed.trim().split('\n').at(-1)!);
    const unpacked = path.join(folder, 'node_modules', name);
    const args = ['install', '--offline', '--install-links', '--ignore-scripts', '--no-audit', '--no-fund'];
    if (linked.length > 0) args.push('--legacy-peer-deps');
    // Those that it states, and theirs, are found in the archive itself.
    await outputOf('tar', ['--extract', '--file', archive, 'package/package.json'], folder);
    const stated = Object.keys(manifestIn(path.join(folder, 'package')).dependencies ?? {});
    rmSync(path.join(folder, 'package'), { recursive: true });
    const folders = closureOf([...stated, ...peers]).map((each) => path.join(MODULES, each));
    await outputOf('npm', [...args, archive, ...folders], folder);
    for (const each of linked) {
      const link = path.join(folder, 'node_modules', each);
      mkdirSync(path.dirname(link), { recursive: true });
      symlinkSync(path.join(MODULES, each), link);
    }
    return new PackedProject(folder, manifestIn(unpacked));
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(this.folder, file), text);
  }

  /** Runs a program of the project. */
  run(file: string, ...args: readonly string[]): Promise<Ended> {
    return runProgram(process.execPath, [file, ...args], { cwd: this.folder });
  }

  /** Places of the errors that the compiler finds: `wrong.ts(3`, or `error TS...` for one without a place. */
  async typeErrors(files: readonly string[], options: object = {}): Promise<string[]> {
    this.write({ 'tsconfig.json': JSON.stringify({ compilerOptions: { ...STRICT, ...options }, files }) });
    const tsc = path.join(MODULES, 'typescript', 'bin', 'tsc');
    const { output } = await runProgram(process.execPath, [tsc, '-p', this.folder], { cwd: this.folder });
    return output.match(/^\S+\(\d+|^error TS\d+.*/gm) ?? [];
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** These packages, and all that they need. */
function closureOf(names: readonly string[]): string[] {
  const known = new Set(names);
  for (const name of known)
    for (const needed of Object.keys(manifestIn(path.join(MODULES, name)).dependencies ?? {}))
      known.add(needed);
  return [...known];
}
