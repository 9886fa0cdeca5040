import { fstatSync, type Stats } from 'node:fs';
import { Socket } from 'node:net';
import { FileError, readOpenCredential } from './private-file';

/** A key or a passphrase is far shorter. */
const LARGEST_BYTES = 4096;
/** The program at the other end may ask its user first. */
const WAIT_MS = 120_000;
/** Standard output and error are written by this process. */
const NUMBER = /^(0|[3-9]|[1-9][0-9]{1,5})$/;

/**
 * The text of a secret behind a descriptor that another program opened: a pipe, a socket, or a file under the rules of a
 * credential. Reads to the end and closes it; a terminal is refused, because it would show the secret.
 * @param number as the command line has it
 * @param option that names it, for errors
 * @throws FileError
 */
export async function readSecretDescriptor(number: string, option: string): Promise<string> {
  if (!NUMBER.test(number))
    throw new FileError(`${option} takes the number of a descriptor: 0, or 3 and above`);
  const name = `descriptor ${number}`;
  const descriptor = Number(number);
  const stats = openedBefore(descriptor, name, option);
  if (stats.isFile()) return readOpenCredential(descriptor, name);
  if (stats.isFIFO() || stats.isSocket()) return readToEnd(descriptor, name);
  throw new FileError(
    `${name} is no pipe, socket or file${stats.isCharacterDevice() ? ': it is a device' : ''}`,
  );
}

function openedBefore(descriptor: number, name: string, option: string): Stats {
  try {
    return fstatSync(descriptor);
  } catch (cause) {
    throw new FileError(`${name} is not open: start the signer with it, such as ${option} 3 3<FILE`, {
      cause,
    });
  }
}

async function readToEnd(descriptor: number, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    const stream = new Socket({ fd: descriptor, readable: true, writable: false });
    const timer = setTimeout(
      () => stream.destroy(new FileError(`${name} has no end within ${WAIT_MS / 1000} s`)),
      WAIT_MS,
    );
    let size = 0;
    try {
      // Leaving the loop closes the descriptor.
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        size += chunk.length;
        if (size > LARGEST_BYTES) throw new FileError(`${name} has more than ${LARGEST_BYTES} bytes`);
      }
    } finally {
      clearTimeout(timer);
    }
    const whole = Buffer.concat(chunks);
    const text = whole.toString('utf8');
    whole.fill(0);
    return text;
  } catch (cause) {
    if (cause instanceof FileError) throw cause;
    throw new FileError(`${name} cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause });
  } finally {
    for (const chunk of chunks) chunk.fill(0);
  }
}
