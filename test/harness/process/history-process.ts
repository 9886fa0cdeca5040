import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mainOf } from './programs';

/** The compiled history node as its own process, on free ports. */
export class HistoryProcess {
  output = '';
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown[]>;

  constructor(env: NodeJS.ProcessEnv, nodeArguments: readonly string[] = []) {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const clean = { PATH, NODE_COMPILE_CACHE, HISTORY_PORT: '0', HISTORY_MANAGEMENT_PORT: '0' };
    this.#child = spawn(process.execPath, [...nodeArguments, mainOf('history')], {
      env: { ...clean, ...env },
    });
    this.#ended = once(this.#child, 'close');
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
  }

  /** The address it says it listens on. */
  async url(): Promise<string> {
    return (await this.#printed(/history listening on (http:\S+)/))[1]!;
  }

  /** Resolves when the process says that it listens or only indexes: its ports are open then. */
  async started(): Promise<void> {
    await this.#printed(/history (listening|indexes)/);
  }

  async exitCode(): Promise<unknown> {
    const [code] = await this.#ended;
    return code;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Resolves when the output matches; rejects with the whole output when the process ends first. */
  async printed(pattern: RegExp): Promise<void> {
    await this.#printed(pattern);
  }

  /** Resolves when the process has ended. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    this.#child.kill(signal);
    await this.#ended;
  }

  async #printed(line: RegExp): Promise<RegExpExecArray> {
    while (!line.test(this.output)) await Promise.race([once(this.#child.stdout!, 'data'), this.#failed()]);
    return line.exec(this.output)!;
  }

  async #failed(): Promise<never> {
    await this.#ended;
    throw new Error(`the process ended: ${this.output}`);
  }
}
