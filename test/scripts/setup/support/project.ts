import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Published, Registry } from './registry';

const SCRIPTS = path.resolve(__dirname, '..', '..', '..', '..', 'scripts');

type Entry = Published & { readonly dev?: true };

/** A project with the setup of this one and packages of its own, in a folder that is removed at the end. */
export class Project {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'project-'));

  /** @param from its files; without it the scripts alone */
  constructor(
    private readonly registry: Registry,
    from?: Project,
  ) {
    if (from === undefined) cpSync(SCRIPTS, this.file('scripts'), { recursive: true });
    else cpSync(from.folder, this.folder, { recursive: true, preserveTimestamps: true });
  }

  /** Another project with the same files, packages and cache of npm. */
  copy(): Project {
    return new Project(this.registry, this);
  }

  file(...parts: string[]): string {
    return path.join(this.folder, ...parts);
  }

  /** Writes package.json and the lock file. */
  declare(packages: Readonly<Record<string, Entry>>): void {
    const group = (isDev: boolean) =>
      Object.fromEntries(
        Object.entries(packages)
          .filter(([, { dev = false }]) => dev === isDev)
          .map(([name, { version }]) => [name, version]),
      );
    const root = { name: 'project', dependencies: group(false), devDependencies: group(true) };
    const locked = Object.entries(packages).map(([name, entry]) => [`node_modules/${name}`, entry]);
    this.write('package.json', root);
    this.write('package-lock.json', {
      name: 'project',
      lockfileVersion: 3,
      requires: true,
      packages: { '': root, ...Object.fromEntries(locked) },
    });
  }

  write(file: string, content: object): void {
    writeFileSync(this.file(file), JSON.stringify(content));
  }

  /** Runs the installation of every package. */
  install(env: NodeJS.ProcessEnv = {}): Promise<{ code: number | null; output: string }> {
    return this.#run([this.file('scripts', 'install.mjs')], env);
  }

  /** Installs the packages of production alone, as a start does. */
  installProduction(): Promise<{ code: number | null; output: string }> {
    const packages = pathToFileURL(this.file('scripts', 'setup', 'packages.mjs')).href;
    const script = `import { packageInstallation } from '${packages}'; await packageInstallation('production').work();`;
    return this.#run(['--input-type=module', '-e', script]);
  }

  /** Runs npm itself, as a user does. */
  npm(...args: readonly string[]): Promise<{ code: number | null; output: string }> {
    return this.#run(args, {}, 'npm');
  }

  #run(
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
    command = process.execPath,
  ): Promise<{ code: number | null; output: string }> {
    const child = spawn(command, args, {
      cwd: this.folder,
      env: {
        PATH: process.env.PATH,
        HOME: this.folder,
        npm_config_registry: this.registry.url,
        npm_config_cache: this.file('npm-cache'),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text));
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
  }

  has(name: string): boolean {
    return existsSync(this.file('node_modules', name, 'package.json'));
  }

  /** Tells one installation of a package from the next. */
  inode(name: string): number {
    return statSync(this.file('node_modules', name, 'package.json')).ino;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
