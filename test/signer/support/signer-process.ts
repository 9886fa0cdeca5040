import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import type { TestGateway } from '../../harness/gateway/test-gateway';
import { runProgram, type Ended } from '../../harness/process/run-program';

const ROOT = path.resolve(__dirname, '..', '..', '..');
/** The program of the signer. */
export const SIGNER_PROGRAM = path.join(ROOT, 'dist', 'signer', 'main.js');
const PASSPHRASE = 'correct horse battery';

/** Members of a policy that a spec sets. */
export type Rules = Readonly<Record<string, unknown>>;

/** A folder of a signer for alice@agent, and its program as people run it. */
export class SignerProcess {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'signer-'));

  private constructor(private readonly program: readonly string[] = [SIGNER_PROGRAM]) {}

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
    const first = preload === undefined ? [] : ['--require', preload];
    const own = ['--folder', this.folder, '--passphrase-file', this.file('passphrase')];
    return runProgram(process.execPath, [...first, ...this.program, ...words, ...own], { cwd: this.folder });
  }

  /** The command that a host of MCP starts. */
  serving(): string[] {
    const own = ['--folder', this.folder, '--passphrase-file', this.file('passphrase')];
    return [process.execPath, ...this.program, 'serve', ...own];
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
    const [, code = ''] = /--confirm ([0-9a-f]{16})$/m.exec(output) ?? [];
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
    this.write('kill.cjs', text);
    return this.file('kill.cjs');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

function readText(file: string): string {
  return readFileSync(file, 'utf8');
}
