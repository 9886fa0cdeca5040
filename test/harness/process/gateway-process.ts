import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { LONG_REDIS_TIMEOUT } from '../gateway/long-timeouts';
import { freePorts } from './ports';
import { mainOf } from './programs';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const ENTRY = mainOf('gateway');

/** The compiled gateway as a separate process; its chains do not run and are not needed. */
export class GatewayProcess {
  output = '';
  readonly #end: Promise<number | string | null>;

  private constructor(
    readonly child: ChildProcess,
    readonly managementPort: number,
  ) {
    this.#end = new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
  }

  static start(env: NodeJS.ProcessEnv = {}, nodeArguments: readonly string[] = []): GatewayProcess {
    return GatewayProcess.#spawn(env, nodeArguments, 0);
  }

  /** As `start`, with a known management port. */
  static async startManaged(
    env: NodeJS.ProcessEnv = {},
    nodeArguments: readonly string[] = [],
  ): Promise<GatewayProcess> {
    return GatewayProcess.#spawn(env, nodeArguments, await freePorts());
  }

  /** As `startManaged`, with at most `openFiles` files and sockets open at once. */
  static async startWithOpenFiles(openFiles: number, env: NodeJS.ProcessEnv = {}): Promise<GatewayProcess> {
    return GatewayProcess.#spawn(env, [], await freePorts(), `ulimit -n ${openFiles} && `);
  }

  static #spawn(
    env: NodeJS.ProcessEnv,
    nodeArguments: readonly string[],
    managementPort: number,
    before = '',
  ): GatewayProcess {
    if (!existsSync(ENTRY)) throw new Error('not built: `npm test` does it first, `npm run build` by itself');
    const command = [process.execPath, ...nodeArguments, ENTRY];
    const child = spawn('sh', ['-c', `${before}exec "$@"`, 'sh', ...command], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PORT: '0',
        MANAGEMENT_PORT: String(managementPort),
        LOG_LEVEL: 'silent',
        ...LONG_REDIS_TIMEOUT,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new GatewayProcess(child, managementPort);
  }

  /** The public port; resolves when the process listens. */
  async port(): Promise<number> {
    await this.printed(/gateway listening on /);
    return Number(/gateway listening on http:\/\/127\.0\.0\.1:(\d+) /.exec(this.output)?.[1]);
  }

  /** Resolves when the output matches; rejects with the whole output when the process ends first. */
  async printed(pattern: RegExp): Promise<void> {
    let isComplete = false;
    void this.#end.then(() => (isComplete = true));
    while (!pattern.test(this.output)) {
      if (isComplete) throw new Error(this.output);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Resolves at its end, with the complete output, to the exit code or the signal. */
  ended(): Promise<number | string | null> {
    return this.#end;
  }

  /** Kills it if it is still running. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.#end;
  }
}
