import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, rmSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { TestGateway } from '../harness/gateway/test-gateway';
import type { Ended } from '../harness/process/run-program';
import { PASSPHRASE, SignerProcess } from './support/signer-process';

const PAYMENT = { to: 'bob', symbol: 'USDT', amount: '1' };

/** Output and error of a program to its end. */
async function endOf(child: ChildProcess): Promise<Ended> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

describe('the key and the passphrase by descriptors', () => {
  let gateway: TestGateway;
  let signer: SignerProcess;
  let key: string;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    key = gateway.chain.keyOf('alice', 'agent').data.hexString;
    signer = await SignerProcess.make(gateway, gateway.url, {
      caps: { USDT: { per_transaction: '10', windows: { '1h': '10' } } },
      allow: { transfer: { USDT: { to: ['bob'] } } },
    });
  });
  afterAll(async () => {
    signer.remove();
    await gateway.close();
  });

  const withoutKey = () => {
    for (const file of globSync('{key.json,ledger.db*}', { cwd: signer.folder })) rmSync(signer.file(file));
  };
  /** Runs the program with texts behind descriptors 3 and 4, written byte by byte. */
  async function run(words: readonly string[], ...texts: readonly string[]): Promise<Ended> {
    const [command = '', ...args] = signer.withoutPassphrase(words);
    const stdio = ['ignore' as const, 'pipe' as const, 'pipe' as const, ...texts.map(() => 'pipe' as const)];
    const child = spawn(command, args, { stdio });
    const ended = endOf(child);
    for (const [at, text] of texts.entries()) {
      const descriptor = child.stdio[3 + at] as Writable;
      // A program that refused has closed it.
      descriptor.once('error', (error) => expect(error).toMatchObject({ code: /EPIPE|ECONNRESET/ }));
      for (const byte of text) descriptor.write(byte);
      descriptor.end();
    }
    return ended;
  }
  const addWords = ['key', 'add', '--import-fd', '3', '--passphrase-fd', '4'];

  it('a key is imported and opened by descriptors, and no output or other file has it', async () => {
    const before = await signer.must('key', 'list');
    withoutKey();
    const asked = await run(addWords, key, PASSPHRASE);
    expect(asked).toEqual({ code: 1, output: expect.stringContaining('from descriptor 3.') });
    const [, code = ''] = /--confirm ([0-9a-f]{64})$/m.exec(asked.output) ?? [];
    const added = await run([...addWords, '--confirm', code], `${key}\n`, `${PASSPHRASE}\n`);
    expect(added).toEqual({ code: 0, output: expect.stringContaining(before.trim()) });
    const sent = await run(
      ['send', 'transfer', JSON.stringify(PAYMENT), '--request-id', 'fd', '--passphrase-fd', '3'],
      PASSPHRASE,
    );
    expect(sent).toEqual({ code: 0, output: expect.stringContaining('"status": "executed"') });
    const made = globSync('{key.json,ledger.db*}', { cwd: signer.folder });
    expect(made).toContain('key.json');
    const texts = made.map((file) => readFileSync(signer.file(file), 'latin1'));
    for (const text of [asked.output, added.output, sent.output, ...texts]) {
      expect(text).not.toContain(key);
      expect(text).not.toContain(PASSPHRASE);
    }
  });

  it.each<[string, string[], string[], string]>([
    ['no private key', ['--import-fd', '3'], ['no key at all'], 'there is no private key'],
    ['more bytes than a key', ['--import-fd', '3'], ['5'.repeat(5000)], 'has more than 4096 bytes'],
    ['nothing', ['--import-fd', '3'], [''], 'there is no private key'],
    ['a descriptor that is not open', ['--import-fd', '300'], [], 'descriptor 300 is not open'],
    ['standard output', ['--import-fd', '1'], [], 'takes the number of a descriptor'],
    ['a device', ['--import-fd', '0'], [], 'it is a device'],
    ['two sources', ['--import-fd', '3', '--import-prompt'], ['x'], 'name one of --import'],
    ['one descriptor for both', ['--import-fd', '3', '--passphrase-fd', '3'], ['x'], 'the same descriptor'],
    [
      'two passphrases',
      ['--passphrase-fd', '3', '--passphrase-file', 'x'],
      ['x'],
      'name one of --passphrase',
    ],
    ['a passphrase that is short', ['--passphrase-fd', '3'], ['short'], '8 characters or more'],
  ])('key add refuses %s, and leaves no key', async (_, words, texts, problem) => {
    withoutKey();
    const { code, output } = await run(['key', 'add', ...words], ...texts);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(problem) });
    expect(output).not.toContain('no key at all');
    expect(globSync('{key.json,ledger.db*}', { cwd: signer.folder })).toEqual([]);
  });

  it('a signer that serves takes no passphrase from the standard input of its agent', async () => {
    const { code, output } = await run(['serve', '--passphrase-fd', '0']);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('is for the agent') });
  });

  it('a key is typed on the terminal, which does not show it', async () => {
    withoutKey();
    const words = signer.withoutPassphrase(['key', 'add', '--import-prompt']);
    const command = words.map((word) => `'${word}'`).join(' ');
    const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const ended = endOf(child);
    const answers: [string, string][] = [
      ['Private key: ', key],
      ['Type yes to confirm: ', 'yes'],
      ['Passphrase: ', PASSPHRASE],
    ];
    let seen = '';
    child.stdout.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      const [question, answer] = answers[0] ?? [];
      if (question === undefined || !seen.endsWith(question)) return;
      answers.shift();
      child.stdin.write(`${answer}\r`);
    });
    const { code, output } = await ended;
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('is encrypted.') });
    for (const secret of [key, PASSPHRASE]) expect(output).not.toContain(secret);
    expect(output).toContain(String(gateway.chain.keyOf('alice', 'agent').toPublic()));
  });
});
