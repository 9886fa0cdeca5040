import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { freePorts } from './ports';

const ROOT = path.resolve(__dirname, '..', '..', '..');
/** Ends a process that hangs; asserts nothing about speed. */
const READY_WITHIN_MS = 300_000;

type Script = 'start' | 'devchain' | 'history';

/** The command of an npm script, without npm: `exec node scripts/start.mjs` is `['scripts/start.mjs']`. */
function argumentsOf(script: Script): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<Script, string>;
  };
  const [, command] = /^exec node (.+)$/.exec(scripts[script]) ?? [];
  if (command === undefined) throw new Error(`npm run ${script} is no Node program`);
  return command.split(' ');
}

/** The product as `npm start` and `npm run devchain` run it, with its complete output. */
export class Product {
  #text = '';
  #isComplete = false;
  /** Resolves to the exit code once the output is complete. */
  readonly #end: Promise<number | null>;

  private constructor(
    readonly child: ChildProcess,
    readonly ports: {
      readonly gateway: number;
      readonly management: number;
      readonly devchain: number;
      readonly stateHistory: number;
      readonly history: number;
    },
  ) {
    child.stdout?.on('data', (chunk: Buffer) => (this.#text += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.#text += chunk.toString()));
    this.#end = new Promise((resolve) =>
      child.once('close', (code) => {
        this.#isComplete = true;
        resolve(code);
      }),
    );
  }

  /**
   * Runs the program of an npm script: npm itself takes half a second.
   * @param script `devchain` runs the chains without the gateway, `history` a history node beside a node
   */
  static launch(
    env: NodeJS.ProcessEnv = {},
    args: string[] = [],
    script: Script = 'start',
  ): Promise<Product> {
    return Product.#spawn(process.execPath, [...argumentsOf(script), ...args], env);
  }

  /** `npm start -- --ports BASE`, which wins over the environment. */
  static async launchByNpm(): Promise<Product> {
    const base = await freePorts(9);
    const child = spawn('npm', ['run', 'start', '--', '--ports', String(base)], {
      cwd: ROOT,
      env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: '', PORT: '1', HISTORY_PORT: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [gateway, management, devchain, stateHistory, history] = [0, 1, 2, 4, 7].map((at) => base + at);
    return new Product(child, {
      gateway: gateway!,
      management: management!,
      devchain: devchain!,
      stateHistory: stateHistory!,
      history: history!,
    });
  }

  static async #spawn(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<Product> {
    const ports = {
      gateway: await freePorts(),
      management: await freePorts(),
      devchain: await freePorts(2),
      stateHistory: await freePorts(2),
      history: await freePorts(2),
    };
    const child = spawn(command, args, {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        NODE_ENV: '',
        PORT: String(ports.gateway),
        MANAGEMENT_PORT: String(ports.management),
        DEVCHAIN_PORT: String(ports.devchain),
        DEVCHAIN_SHIP_PORT: String(ports.stateHistory),
        HISTORY_PORT: String(ports.history),
        HISTORY_MANAGEMENT_PORT: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new Product(child, ports);
  }

  get output(): string {
    return this.#text;
  }

  get url(): string {
    return `http://127.0.0.1:${this.ports.gateway}`;
  }

  /** Resolves when the output has `text`; fails with the whole output when the process ends first. */
  async printed(text: string): Promise<void> {
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    while (!this.#text.includes(text)) {
      if (this.#isComplete) throw new Error(`ended before it printed "${text}":\n${this.#text}`);
      if (Date.now() > giveUpAt) throw new Error(`did not print "${text}":\n${this.#text}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** The exit code, after sending `signal` when one is given. The output is complete then. */
  ended(signal?: NodeJS.Signals): Promise<number | null> {
    if (signal) this.child.kill(signal);
    return this.#end;
  }
}
