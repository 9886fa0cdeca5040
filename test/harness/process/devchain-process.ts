import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mainOf } from './programs';

/** The compiled chain as its own process, as `npm run devchain` starts it, without traders unless `env` has them. */
export class DevchainProcess {
  output = '';
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown[]>;

  constructor(env: NodeJS.ProcessEnv = {}, nodeArguments: readonly string[] = []) {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const plain = { DEVCHAIN_PORT: '0', DEVCHAIN_NAME: 'lab', DEVCHAIN_SIMULATION: 'off' };
    const clean = { PATH, NODE_COMPILE_CACHE, ...plain };
    this.#child = spawn(process.execPath, [...nodeArguments, mainOf('devchain')], {
      env: { ...clean, ...env },
    });
    this.#ended = once(this.#child, 'close');
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
    }
  }

  /** The address it says it listens on. */
  async url(): Promise<string> {
    const line = /devchain lab listening on (http:\S+) chain_id [0-9a-f]{64}(?: state_history ws:\S+)?\n/;
    while (!line.test(this.output)) await Promise.race([once(this.#child.stdout!, 'data'), this.#failed()]);
    return line.exec(this.output)![1]!;
  }

  async #failed(): Promise<never> {
    await this.#ended;
    throw new Error(`the process ended: ${this.output}`);
  }

  async exitCode(): Promise<unknown> {
    const [code] = await this.#ended;
    return code;
  }

  stop(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }
}
