import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect as connectTo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { TestGateway } from '../harness/gateway/test-gateway';
import { runProgram, type Ended } from '../harness/process/run-program';
import { Agent, GENERATIONS } from './support/mcp-clients';
import { SIGNER_PROGRAM, SignerProcess } from './support/signer-process';

const STRANGER = { uid: 54_321, gid: 54_321 };
const GROUP = 54_320;
/** Reads the program as this user, and runs it as another one. */
const AS_OTHER = `
  const { readFileSync } = require('node:fs');
  const Module = require('node:module');
  const [program, uid, gid] = process.argv.splice(1, 3);
  const code = readFileSync(program, 'utf8');
  process.setgroups([]);
  process.setgid(Number(gid));
  process.setuid(Number(uid));
  const main = new Module(program);
  main.filename = program;
  main._compile(code.replace(/^#!.*/, ''), program);`;

/** Gives one user the right to read a file by an access list, as systemd does with a credential. */
const READABLE_BY = `
import os, struct, sys
entries = [(1, 4, -1), (2, 4, int(sys.argv[2])), (4, 0, -1), (16, 4, -1), (32, 0, -1)]
packed = b''.join(struct.pack('<HHi', *entry) for entry in entries)
os.setxattr(sys.argv[1], 'system.posix_acl_access', struct.pack('<I', 2) + packed)`;

describe('a signer behind a socket', () => {
  let gateway: TestGateway;
  let signer: SignerProcess;
  let folder: string;
  const running: ChildProcess[] = [];
  beforeAll(async () => {
    gateway = await TestGateway.start();
    signer = await SignerProcess.make(gateway, gateway.url, {
      caps: { USDT: { per_transaction: '10', windows: { '1h': '20' } } },
      allow: { transfer: { USDT: { to: ['bob'], memos: ['2026', '2025'] } } },
    });
    folder = mkdtempSync(path.join(tmpdir(), 'signer-run-'));
    chmodSync(folder, 0o750);
  });
  afterEach(async () => {
    for (const child of running.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    }
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    signer.remove();
    await gateway.close();
  });

  const file = () => path.join(folder, 'signer.sock');
  const connecting = (socket = file()) => [process.execPath, SIGNER_PROGRAM, 'connect', '--socket', socket];
  const run = ([command = '', ...args]: string[]): Promise<Ended> =>
    runProgram(command, args, { cwd: folder });

  const isListening = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connectTo(file());
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });

  /** Starts the signer, and waits for its socket. */
  async function serve(): Promise<ChildProcess> {
    const [command = '', ...args] = [...signer.serving(), '--socket', file()];
    const child = spawn(command, args, { stdio: 'ignore' });
    running.push(child);
    while (!(await isListening())) {
      if (child.exitCode !== null) throw new Error(`the signer ended: ${child.exitCode}`);
      await pause(50);
    }
    return child;
  }

  it.each(GENERATIONS)('an agent with the client of %s pays over the socket', async (memo, connect) => {
    await serve();
    const agent = await connect(connecting());
    try {
      const payment = { to: 'bob', symbol: 'USDT', amount: '1', memo };
      const sent = { tool: 'transfer', arguments: payment, request_id: `wall-${memo}` };
      expect(await agent.json('send', sent)).toMatchObject({ status: 'executed' });
      expect(await agent.text('send', { ...sent, request_id: 'other', tool: 'repay' })).toContain('refused');
    } finally {
      await agent.close();
    }
  });

  it('the socket is open to its owner and group alone, and a user outside of the group cannot connect', async () => {
    await serve();
    expect(statSync(file()).mode & 0o777).toBe(0o660);
    expect(statSync(signer.file('key.json')).mode & 0o077).toBe(0);
    // Only root can become another user; for all others the modes above are what the kernel decides by.
    if (process.getuid?.() !== 0) return;
    chownSync(folder, 0, GROUP);
    chownSync(file(), 0, GROUP);
    const as = ({ uid, gid }: typeof STRANGER) =>
      run([
        process.execPath,
        '-e',
        AS_OTHER,
        SIGNER_PROGRAM,
        String(uid),
        String(gid),
        'connect',
        '--socket',
        file(),
      ]);
    expect(await as({ ...STRANGER, gid: GROUP })).toMatchObject({ code: 0 });
    expect(await as(STRANGER)).toMatchObject({
      code: 1,
      output: expect.stringContaining('cannot be looked at (EACCES)'),
    });
    // A folder that all users can enter: the mode of the socket alone decides.
    chmodSync(folder, 0o755);
    expect(await as(STRANGER)).toMatchObject({
      code: 1,
      output: expect.stringContaining('cannot be connected to (EACCES)'),
    });
    chmodSync(folder, 0o750);
  });

  it('a second signer does not take the socket of one that runs, and takes that of one that was killed', async () => {
    const first = await serve();
    const [command = '', ...args] = [...signer.serving(), '--socket', file()];
    expect(await run([command, ...args])).toEqual({
      code: 1,
      output: expect.stringContaining('another signer listens'),
    });
    first.kill('SIGKILL');
    await once(first, 'exit');
    expect(await run(connecting())).toMatchObject({
      code: 1,
      output: expect.stringContaining('ECONNREFUSED'),
    });
    const second = await serve();
    second.kill('SIGTERM');
    expect(await once(second, 'exit')).toEqual([0, null]);
    expect(await run(connecting())).toMatchObject({
      code: 1,
      output: expect.stringContaining('does not exist'),
    });
  });

  it('connections with a message that is too long end, and take no place of an agent', async () => {
    await serve();
    const endless = Buffer.alloc(2 ** 21, 'x');
    const connections = Array.from({ length: 17 }, () => connectTo(file()));
    try {
      // The end comes from the signer, perhaps while a part is on the way: these clients never close.
      const ends = connections.map(
        (connection) =>
          new Promise<void>((resolve) => {
            connection.on('error', () => undefined).once('close', () => resolve());
            connection.resume().write(endless);
          }),
      );
      await Promise.all(ends);
      const agent = await Agent.modern(connecting());
      expect(await agent.text('policy')).toContain('USDT');
      await agent.close();
    } finally {
      connections.forEach((connection) => connection.destroy());
    }
  });

  it('files and folders that another user could have put there are refused', async () => {
    await serve();
    chmodSync(file(), 0o666);
    expect((await run(connecting())).output).toContain('every user may connect');
    chmodSync(file(), 0o660);
    const open = path.join(folder, 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    symlinkSync(file(), path.join(folder, 'link.sock'));
    writeFileSync(path.join(folder, 'plain'), '');
    const [command = '', ...args] = signer.serving();
    const serving = (socket: string) => run([command, ...args, '--socket', socket]);
    expect((await serving(path.join(open, 'signer.sock'))).output).toContain('other users may put files');
    expect((await serving(path.join(folder, 'plain'))).output).toContain('is no socket');
    expect((await run(connecting(path.join(folder, 'link.sock')))).output).toContain('is no socket');
  });

  it('a credential of systemd is read by the user of the service, and one that all can read is not', async () => {
    // Files of root that another user reads: both take root.
    if (process.getuid?.() !== 0) return;
    const own = mkdtempSync(path.join(tmpdir(), 'signer-service-'));
    const credentials = path.join(own, 'credentials');
    const passphrase = path.join(credentials, 'passphrase');
    mkdirSync(credentials);
    try {
      for (const name of readdirSync(signer.folder)) {
        copyFileSync(signer.file(name), path.join(own, name));
        chownSync(path.join(own, name), STRANGER.uid, STRANGER.gid);
      }
      chownSync(own, STRANGER.uid, STRANGER.gid);
      copyFileSync(signer.file('passphrase'), passphrase);
      chownSync(passphrase, 0, 0);
      chmodSync(passphrase, 0o400);
      chmodSync(credentials, 0o755);
      const user = [String(STRANGER.uid), String(STRANGER.gid)];
      const words = ['log', '--folder', own, '--passphrase-file', passphrase];
      const node = [process.execPath, ...signer.preloading()];
      const log = () => run([...node, '-e', AS_OTHER, SIGNER_PROGRAM, ...user, ...words]);
      expect((await log()).output).toContain('passphrase cannot be opened (EACCES)');
      expect(await run(['python3', '-c', READABLE_BY, passphrase, user[0]!])).toEqual({
        code: 0,
        output: '',
      });
      // The mask of the list is where the rights of the group were.
      expect(statSync(passphrase).mode & 0o777).toBe(0o440);
      expect(await log()).toMatchObject({ code: 0, output: expect.stringContaining('"type":"begin"') });
      chmodSync(passphrase, 0o444);
      expect((await log()).output).toContain('belongs to another user');
    } finally {
      rmSync(own, { recursive: true });
    }
  });

  it('a stop file that the signer as a service would not see is refused', async () => {
    signer.changePolicy({ stop_file: '/tmp/STOP' });
    const [command = '', ...args] = [...signer.serving(), '--socket', file()];
    expect(await run([command, ...args])).toEqual({
      code: 1,
      output: expect.stringContaining('stop_file is below /tmp'),
    });
  });
});
