import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { TestGateway } from '../harness/gateway/test-gateway';
import { type Ended, runProgram } from '../harness/process/run-program';
import { SignerProcess } from './support/signer-process';

const RULES = {
  caps: { USDT: { per_transaction: '10', windows: { '1h': '10' } } },
  allow: { transfer: { USDT: { to: ['bob'], memos: ['a', 'b'] } } },
};
const SEND = ['send', 'transfer'];

/** A session of a desktop: its own bus, and the keychain of GNOME with a home folder of its own. */
class DesktopSession {
  readonly #home = mkdtempSync(path.join(tmpdir(), 'desktop-'));
  readonly #bus: ChildProcess;
  #address = '';

  private constructor() {
    this.#bus = spawn('dbus-run-session', ['--', 'sh', '-c', 'echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, ...this.env },
    });
  }

  static async start(): Promise<DesktopSession> {
    const session = new DesktopSession();
    const lines = createInterface({ input: session.#bus.stdout! });
    [session.#address] = (await once(lines, 'line')) as [string];
    session.run('gnome-keyring-daemon', ['--unlock', '--components=secrets'], 'password of the desktop');
    return session;
  }

  get env(): NodeJS.ProcessEnv {
    const own = { HOME: this.#home, XDG_RUNTIME_DIR: this.#home, XDG_DATA_HOME: this.#home };
    return { ...own, DBUS_SESSION_BUS_ADDRESS: this.#address, DISPLAY: '', WAYLAND_DISPLAY: '' };
  }

  run(program: string, words: readonly string[], input = ''): string {
    return spawnSync(program, words, { input, env: { ...process.env, ...this.env } }).stdout.toString();
  }

  /** Passphrases of a key, as the keychain has them. */
  passphraseOf(key: string): string {
    return this.run('secret-tool', ['lookup', 'application', 'chain-tool-signer', 'public_key', key]);
  }

  async close(): Promise<void> {
    const ended = once(this.#bus, 'close');
    this.#bus.stdin!.end();
    await ended;
    rmSync(this.#home, { recursive: true });
  }
}

describe('the passphrase in the keychain of a desktop', () => {
  let gateway: TestGateway;
  let session: DesktopSession;
  let signer: SignerProcess;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    session = await DesktopSession.start();
    signer = await SignerProcess.make(gateway, gateway.url, RULES);
  });
  afterAll(async () => {
    signer.remove();
    await session.close();
    await gateway.close();
  });

  function run(words: readonly string[], preload?: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    const [command = '', ...args] = signer.withoutPassphrase([...words, '--passphrase-keychain'], preload);
    return runProgram(command, args, { env: { ...session.env, ...env } });
  }
  const send = (memo: string, ...rest: [preload?: string, env?: NodeJS.ProcessEnv]) => {
    const payment = { to: 'bob', symbol: 'USDT', amount: '1', memo };
    return run([...SEND, JSON.stringify(payment), '--request-id', `keychain-${memo}`], ...rest);
  };
  const withoutKey = () => {
    for (const name of ['key.json', 'ledger.db', 'ledger.db-wal', 'ledger.db-shm', 'ledger.db.head'])
      rmSync(signer.file(name), { force: true });
  };
  async function imported(): Promise<Ended> {
    const words = ['key', 'add', '--import', signer.file('imported')];
    const { output } = await run(words);
    const [, code = ''] = /--confirm ([0-9a-f]{64})$/m.exec(output) ?? [];
    return run([...words, '--confirm', code]);
  }

  it('key add makes a passphrase that the keychain alone has, by no argument, and the key opens with it', async () => {
    const key = (await signer.must('key', 'list')).trim();
    withoutKey();
    signer.write('arguments', '');
    signer.write(
      'arguments.cjs',
      `const { appendFileSync } = require('node:fs');
       const child = require('node:child_process');
       const { execFile } = child;
       child.execFile = (file, words, options, done) => {
         const seen = JSON.stringify([file, words, options.env ?? process.env]);
         appendFileSync(${JSON.stringify(signer.file('arguments'))}, seen + '\\n');
         return execFile(file, words, options, done);
       };`,
    );
    const words = ['key', 'add', '--import', signer.file('imported')];
    const [, code = ''] = /--confirm ([0-9a-f]{64})$/m.exec((await run(words)).output) ?? [];
    const added = await run([...words, '--confirm', code], signer.file('arguments.cjs'));
    expect(added).toEqual({ code: 0, output: expect.stringContaining(key) });
    const passphrase = session.passphraseOf(key);
    expect(passphrase).toMatch(/^[0-9a-f]{64}$/);
    const seen = readFileSync(signer.file('arguments'), 'utf8');
    expect(seen).toContain('/usr/bin/secret-tool');
    for (const text of [seen, added.output, readFileSync(signer.file('key.json'), 'utf8')])
      expect(text).not.toContain(passphrase);
    expect(await send('a')).toEqual({ code: 0, output: expect.stringContaining('"status": "executed"') });
  });

  it('key add replaces no passphrase of the same key, which another folder may need', async () => {
    const key = (await signer.must('key', 'list')).trim();
    const before = session.passphraseOf(key);
    withoutKey();
    expect(await imported()).toEqual({ code: 1, output: expect.stringContaining('has a passphrase of') });
    expect(session.passphraseOf(key)).toBe(before);
    expect(existsSync(signer.file('key.json'))).toBe(false);
    session.run('secret-tool', ['clear', 'public_key', key]);
    expect((await imported()).code).toBe(0);
  });

  it.each<[string, string, NodeJS.ProcessEnv]>([
    ['no session bus', 'the keychain cannot be used', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }],
    ['no bus at all', 'the keychain cannot be used', { DBUS_SESSION_BUS_ADDRESS: '' }],
  ])('with %s nothing is signed, and nothing else is asked for the passphrase', async (_, problem, env) => {
    expect(await send('b', undefined, env)).toEqual({ code: 1, output: expect.stringContaining(problem) });
  });

  it('without the program of the keychain nothing is signed', async () => {
    signer.write(
      'missing.cjs',
      `const child = require('node:child_process');
       const { execFile } = child;
       child.execFile = (_, ...rest) => execFile('/nonexistent/secret-tool', ...rest);`,
    );
    expect(await send('b', signer.file('missing.cjs'))).toEqual({
      code: 1,
      output: expect.stringContaining('there is no /usr/bin/secret-tool'),
    });
  });

  it('a keychain without the passphrase, and two places of it, are errors', async () => {
    const { output } = await run(['log', '--passphrase-file', signer.file('passphrase')]);
    expect(output).toContain('name one of --passphrase-file and --passphrase-keychain');
    const key = (await signer.must('key', 'list')).trim();
    const passphrase = session.passphraseOf(key);
    const words = ['application', 'chain-tool-signer', 'public_key', key];
    session.run('secret-tool', ['clear', ...words]);
    expect((await run(['log'])).output).toContain('the keychain has no passphrase of');
    session.run('secret-tool', ['store', '--label=again', ...words], passphrase);
    expect((await run(['log'])).code).toBe(0);
  });

  it('key remove takes the passphrase out of the keychain', async () => {
    const key = (await signer.must('key', 'list')).trim();
    expect(session.passphraseOf(key)).toMatch(/^[0-9a-f]{64}$/);
    expect((await run(['key', 'remove', '--yes'])).code).toBe(0);
    expect(session.passphraseOf(key)).toBe('');
    expect(existsSync(signer.file('key.json'))).toBe(false);
  });

  it('a keychain that is locked and stays so opens no key, and takes none', async () => {
    withoutKey();
    expect((await imported()).code).toBe(0);
    session.run('secret-tool', ['lock', '--collection=login']);
    expect(await send('b')).toEqual({ code: 1, output: expect.stringContaining('the keychain is locked') });
    withoutKey();
    expect((await run(['key', 'add'])).output).toContain('in a locked collection');
    expect(existsSync(signer.file('key.json'))).toBe(false);
  });
});
