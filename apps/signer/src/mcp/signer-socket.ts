import { once } from 'node:events';
import { lstatSync, rmSync, type Stats } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { FileError } from '../private-file';

/** The owner and one group may connect: connecting takes the right to write. */
const SOCKET_MODE = 0o660;
const OTHERS_WRITE = 0o002;
const GROUP_WRITE = 0o020;

/**
 * Listens on a unix socket that the owner and the group of its folder can connect to. A socket without a listener is
 * removed before; one with a listener, or another file, is refused.
 * @throws FileError
 */
export async function listenOnSocket(file: string, serve: (socket: Socket) => void): Promise<Server> {
  assertFolder(file, process.getuid?.() ?? 0);
  if (stateOf(file) !== undefined) await removeUnused(file);
  const server = createServer(serve);
  // The mode is there from the first moment: a later chmod leaves time to connect.
  const before = process.umask(~SOCKET_MODE & 0o777);
  try {
    server.listen(file);
    await once(server, 'listening');
  } catch (cause) {
    throw new FileError(`${file} cannot be listened on (${(cause as NodeJS.ErrnoException).code})`, {
      cause,
    });
  } finally {
    process.umask(before);
  }
  return server;
}

/**
 * Connects to the socket of a signer. The kernel lets only those connect who may write to it; here the socket must be one
 * that no third user could have put there.
 * @throws FileError
 */
export async function connectToSocket(file: string): Promise<Socket> {
  const stats = stateOf(file);
  if (stats === undefined) throw new FileError(`${file} does not exist: does the signer run?`);
  if (!stats.isSocket()) throw new FileError(`${file} is no socket`);
  if ((stats.mode & OTHERS_WRITE) !== 0) throw new FileError(`every user may connect to ${file}`);
  assertFolder(file, stats.uid);
  const socket = connect(file);
  try {
    await once(socket, 'connect');
  } catch (cause) {
    throw new FileError(`${file} cannot be connected to (${(cause as NodeJS.ErrnoException).code})`, {
      cause,
    });
  }
  return socket;
}

/** State of a path; undefined where there is nothing. @throws FileError */
function stateOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (cause) {
    throw new FileError(`${file} cannot be looked at (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
}

/** The folder belongs to the user of the socket or to root, and no other user can put files there. */
function assertFolder(file: string, owner: number): void {
  const folder = path.dirname(path.resolve(file));
  const stats = stateOf(folder);
  if (stats === undefined || !stats.isDirectory()) throw new FileError(`${folder} is no folder`);
  if (stats.uid !== owner && stats.uid !== 0) throw new FileError(`${folder} belongs to another user`);
  if ((stats.mode & (OTHERS_WRITE | GROUP_WRITE)) !== 0)
    throw new FileError(`other users may put files into ${folder} (chmod 750)`);
}

async function removeUnused(file: string): Promise<void> {
  if (stateOf(file)?.isSocket() !== true) throw new FileError(`${file} exists, and is no socket`);
  const socket = connect(file);
  const isUsed = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.destroy();
  if (isUsed) throw new FileError(`another signer listens on ${file}`);
  rmSync(file);
}
