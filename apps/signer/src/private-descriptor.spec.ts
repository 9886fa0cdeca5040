import { execFileSync } from 'node:child_process';
import { chmodSync, constants, fstatSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSecretDescriptor } from './private-descriptor';

describe('a secret behind a descriptor', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'descriptor-'));
    file = path.join(folder, 'secret');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const read = (descriptor: number) => readSecretDescriptor(String(descriptor), '--import-fd');
  /** The reading end of a pipe that a writer fills part by part. */
  async function pipeOf(parts: readonly string[]): Promise<{ descriptor: number; written: Promise<void> }> {
    execFileSync('mkfifo', [file]);
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = await open(file, 'w');
    const write = async (): Promise<void> => {
      for (const part of parts) await writer.write(part);
      await writer.close();
    };
    return { descriptor, written: write() };
  }
  const expectClosed = (descriptor: number) => {
    expect(() => fstatSync(descriptor)).toThrow('EBADF');
  };

  it('a pipe is read to its end, and closed', async () => {
    const { descriptor, written } = await pipeOf(['first ', 'second', '\n']);
    expect(await read(descriptor)).toBe('first second\n');
    await written;
    expectClosed(descriptor);
  });

  it('a pipe with more than a secret is refused, and closed', async () => {
    const { descriptor, written } = await pipeOf(['x'.repeat(4097)]);
    await expect(read(descriptor)).rejects.toThrow('has more than 4096 bytes');
    await written;
    expectClosed(descriptor);
  });

  it('a file is read under the rules of a file, and closed', async () => {
    writeFileSync(file, 'secret', { mode: 0o600 });
    const own = openSync(file, 'r');
    expect(await read(own)).toBe('secret');
    expectClosed(own);
    chmodSync(file, 0o644);
    const open = openSync(file, 'r');
    await expect(read(open)).rejects.toThrow('has the mode 644: remove the rights of others');
    expectClosed(open);
  });

  it('a device is refused: a terminal would show the secret', async () => {
    await expect(read(openSync('/dev/zero', 'r'))).rejects.toThrow('it is a device');
  });

  it.each(['1', '2', '', '03', '3.0', '0x3', ' 3', '-1', '99999999999'])(
    'the descriptor %j is refused',
    async (number) => {
      await expect(readSecretDescriptor(number, '--import-fd')).rejects.toThrow(
        '--import-fd takes the number of a descriptor: 0, or 3 and above',
      );
    },
  );

  it('a descriptor that is not open is named', async () => {
    await expect(readSecretDescriptor('99999', '--import-fd')).rejects.toThrow(
      'descriptor 99999 is not open: start the signer with it, such as --import-fd 3 3<FILE',
    );
  });
});
