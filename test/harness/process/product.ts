import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { freePorts } from './ports';

const ROOT = path.resolve(__dirname, '..', '..', '..');
/** Ends a process that hangs; asserts nothing about speed. */
const READY_WITHIN_MS = 300_000;

/** `npm start` as a user runs it, with its complete output. */
export class Product {
  private text = '';

  private constructor(
    readonly child: ChildProcess,
    readonly ports: {
      readonly gateway: number;
      readonly management: number;
      readonly devchain: number;
      readonly stateHistory: number;
    },
  ) {
    child.stdout?.on('data', (chunk: Buffer) => (this.text += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.text += chunk.toString()));
  }

  /** @param script the npm script; `devchain` runs the chains without the gateway */
  static async launch(
    env: NodeJS.ProcessEnv = {},
    args: string[] = [],
    script: 'start' | 'devchain' = 'start',
  ): Promise<Product> {
    const ports = {
      gateway: await freePorts(),
      management: await freePorts(),
      devchain: await freePorts(2),
      stateHistory: await freePorts(2),
    };
    const child = spawn('npm', ['run', script, '--', ...args], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        NODE_ENV: '',
        PORT: String(ports.gateway),
        MANAGEMENT_PORT: String(ports.management),
        DEVCHAIN_PORT: String(ports.devchain),
        DEVCHAIN_SHIP_PORT: String(ports.stateHistory),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new Product(child, ports);
  }

  get output(): string {
    return this.text;
  }

  get url(): string {
    return `http://127.0.0.1:${this.ports.gateway}`;
  }

  /** Resolves when the output has `text`; fails with the whole output when the process ends first. */
  async printed(text: string): Promise<void> {
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    while (!this.text.includes(text)) {
      if (this.child.exitCode !== null) throw new Error(`ended before it printed "${text}":\n${this.text}`);
      if (Date.now() > giveUpAt) throw new Error(`did not print "${text}":\n${this.text}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** The exit code, after sending `signal` when one is given. */
  ended(signal?: NodeJS.Signals): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) {
      return Promise.resolve(this.child.exitCode);
    }
    return new Promise((resolve) => {
      this.child.once('close', (code) => resolve(code));
      if (signal) this.child.kill(signal);
    });
  }
}
