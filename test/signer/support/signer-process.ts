import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import type { TestGateway } from '../../harness/gateway/test-gateway';
import { runProgram, type Ended } from '../../harness/process/run-program';

const ROOT = path.resolve(__dirname, '..', '..', '..');
/** The program of the signer. */
export const SIGNER_PROGRAM = path.join(ROOT, 'dist', 'signer', 'main.js');
export const PASSPHRASE = 'correct horse battery';

/**
 * Derives keys from the passphrase at 1/128 of the cost of a guess: half of the CPU time of each process. The file of
 * the key states the real cost, which its own specs hold; with TEST_LONG the program derives at the real cost.
 */
const CHEAP_SCRYPT = `
  const crypto = require('node:crypto');
  const { scrypt } = crypto;
  crypto.scrypt = (passphrase, salt, length, options, done) =>
    scrypt(passphrase, salt, length, { ...options, N: options.N / 128 }, done);`;

/** Members of a policy that a spec sets. */
export type Rules = Readonly<Record<string, unknown>>;

/** A folder of a signer for alice@agent, and its program as people run it. */
export class SignerProcess {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'signer-'));

  readonly #preloads: readonly string[];

  private constructor() {
    this.#preloads =
      process.env['TEST_LONG'] === undefined ? [this.#preload('scrypt.cjs', CHEAP_SCRYPT)] : [];
  }

  /** Initializes a folder by the program itself, with the development key of the permission. */
  static async make(
    gateway: TestGateway,
    gatewayUrl: string,
    rules: Rules,
    key: string = gateway.chain.keyOf('alice', 'agent').data.hexString,
  ): Promise<SignerProcess> {
    const signer = new SignerProcess();
    const at = ['--node', gateway.chain.url, '--gateway', gatewayUrl];
    await signer.must('init', ...at, '--account', 'alice', '--permission', 'agent');
    signer.changePolicy(rules);
    signer.write('passphrase', PASSPHRASE);
    signer.write('imported', key);
    await signer.confirmed('key', 'add', '--import', signer.file('imported'));
    return signer;
  }

  file(name: string): string {
    return path.join(this.folder, name);
  }

  write(name: string, text: string, mode = 0o600): void {
    writeFileSync(this.file(name), text, { mode });
    chmodSync(this.file(name), mode);
  }

  changePolicy(rules: Rules): void {
    const policy = parse(readText(this.file('policy.yaml'))) as object;
    this.write('policy.yaml', stringify({ ...policy, ...rules }));
  }

  /** Runs a command. @param preload a module that is loaded first */
  run(words: readonly string[], preload?: string): Promise<Ended> {
    return runProgram(process.execPath, this.#arguments(words, preload), { cwd: this.folder });
  }

  /** The command line without the passphrase. @param preload a module that is loaded first */
  withoutPassphrase(words: readonly string[], preload?: string): string[] {
    return [process.execPath, ...this.preloading(preload), SIGNER_PROGRAM, ...words, '--folder', this.folder];
  }

  /** The command that a host of MCP starts. @param preload a module that is loaded first */
  serving(preload?: string): string[] {
    return [process.execPath, ...this.#arguments(['serve'], preload)];
  }

  /** A module that keeps the key from ever being derived from the passphrase. */
  withoutDerivation(): string {
    return this.#preload('without-key.cjs', `require('node:crypto').scrypt = () => undefined;`);
  }

  async must(...words: readonly string[]): Promise<string> {
    const { code, output } = await this.run(words);
    if (code !== 0) throw new Error(`${words.join(' ')}: ${code} ${output}`);
    return output;
  }

  /** Seals the policy as an owner does. */
  seal(): Promise<string> {
    return this.confirmed('policy', 'seal');
  }

  /** Runs a command that asks first, and then with the code that it printed. */
  async confirmed(...words: readonly string[]): Promise<string> {
    const { output } = await this.run(words);
    const [, code = ''] = /--confirm ([0-9a-f]{64})$/m.exec(output) ?? [];
    return this.must(...words, '--confirm', code);
  }

  send(tool: string, input: object, requestId: string, preload?: string): Promise<Ended> {
    return this.run(['send', tool, JSON.stringify(input), '--request-id', requestId], preload);
  }

  /** A module that kills the process around the commit of its nth transaction with the log. */
  killAtCommit(count: number, when: 'before' | 'after'): string {
    const text = `
      const { DatabaseSync } = require('node:sqlite');
      const exec = DatabaseSync.prototype.exec;
      let commits = 0;
      DatabaseSync.prototype.exec = function (sql) {
        const isIt = sql === 'COMMIT' && (commits += 1) === ${count};
        if (isIt && ${when === 'before'}) process.kill(process.pid, 'SIGKILL');
        exec.call(this, sql);
        if (isIt) process.kill(process.pid, 'SIGKILL');
      };`;
    return this.#preload(`kill-${count}-${when}.cjs`, text);
  }

  /** A module that writes the file `waiting` after the nth commit, and waits there for the file `go`. */
  waitAfterCommit(count: number): string {
    const text = `
      const { existsSync, writeFileSync } = require('node:fs');
      const { DatabaseSync } = require('node:sqlite');
      const exec = DatabaseSync.prototype.exec;
      let commits = 0;
      DatabaseSync.prototype.exec = function (sql) {
        exec.call(this, sql);
        if (sql !== 'COMMIT' || (commits += 1) !== ${count}) return;
        writeFileSync(${JSON.stringify(this.file('waiting'))}, '');
        const never = new Int32Array(new SharedArrayBuffer(4));
        while (!existsSync(${JSON.stringify(this.file('go'))})) Atomics.wait(never, 0, 0, 10);
      };`;
    return this.#preload('wait.cjs', text);
  }

  /** A module that kills the process when the signature is about to leave it, or once the gateway has answered. */
  killAtPush(when: 'before' | 'after'): string {
    const text = `
      const { fetch } = globalThis;
      globalThis.fetch = async (...request) => {
        const isPush = String(request[0]).endsWith('/push_transaction');
        if (isPush && ${when === 'before'}) process.kill(process.pid, 'SIGKILL');
        const answer = await fetch(...request);
        if (isPush) process.kill(process.pid, 'SIGKILL');
        return answer;
      };`;
    return this.#preload(`kill-push-${when}.cjs`, text);
  }

  /** A module that sets the clock of the program forward. */
  clockAhead(hours: number): string {
    const text = `const { now } = Date; Date.now = () => now() + ${hours * 3_600_000};`;
    return this.#preload(`clock-${hours}.cjs`, text);
  }

  /** Options of Node for a program that opens this key. @param preload a module that is loaded first */
  preloading(preload?: string): string[] {
    return [...this.#preloads, preload].flatMap((file) => (file === undefined ? [] : ['--require', file]));
  }

  #arguments(words: readonly string[], preload?: string): string[] {
    const own = ['--folder', this.folder, '--passphrase-file', this.file('passphrase')];
    return [...this.preloading(preload), SIGNER_PROGRAM, ...words, ...own];
  }

  #preload(name: string, text: string): string {
    this.write(name, text);
    return this.file(name);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

function readText(file: string): string {
  return readFileSync(file, 'utf8');
}
