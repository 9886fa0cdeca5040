import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '../harness/process/ports';
import { runProgram } from '../harness/process/run-program';
import { until } from '../harness/until';

/** The variables of a new user without packages, settings and a network: no registry answers at this address. */
export const emptyEnvironment = (home: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined])),
  PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ''}`,
  HOME: home,
  npm_config_registry: 'http://127.0.0.1:9/',
  npm_config_fetch_retries: '0',
});

/** A new user with an empty project, and the archives of npm packages in it. */
export class EmptyProject {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'project-'));
  readonly home = path.join(this.folder, 'home');
  readonly project = path.join(this.folder, 'project');
  readonly env = emptyEnvironment(this.home);

  constructor() {
    for (const folder of [this.home, this.project]) mkdirSync(folder);
    writeFileSync(path.join(this.project, 'package.json'), JSON.stringify({ private: true }));
  }

  /** Runs a program to its end and resolves to its output. @throws Error with the output when it fails */
  async must(command: string, ...args: readonly string[]): Promise<string> {
    const { code, output } = await runProgram(command, args, { cwd: this.project, env: this.env });
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${String(code)}: ${output}`);
    return output;
  }

  install(...archives: readonly string[]): Promise<string> {
    for (const archive of archives) if (!existsSync(archive)) throw new Error(`${archive} is missing`);
    return this.must('npm', 'install', '--no-audit', '--no-fund', ...archives);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** The product of an archive of the starter, run by npx in an empty folder. */
export class NpxProduct {
  private constructor(
    private readonly npx: ChildProcess,
    private readonly closed: Promise<unknown>,
    readonly url: string,
  ) {}

  static async start(user: EmptyProject, archive: string): Promise<NpxProduct> {
    const ports = await freePorts(9);
    const args = ['--yes', '--offline', '--package', archive, 'chain-tool-gateway', '--ports', String(ports)];
    const npx = spawn('npx', args, { cwd: user.home, env: user.env, stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(npx.stdout, 'close');
    let output = '';
    npx.stdout.on('data', (text: Buffer) => (output += text.toString()));
    await until(() => output.includes('Ctrl-C'));
    return new NpxProduct(npx, closed, `http://127.0.0.1:${ports}`);
  }

  /** Ends npx alone; resolves when the last process that has its output has ended. */
  async stop(): Promise<void> {
    this.npx.kill('SIGTERM');
    await this.closed;
  }
}
