import { connectToSocket } from './signer-socket';

/** Passes standard input and output to a signer that listens on a socket. This program holds no key. */
export async function connectStdio(file: string): Promise<void> {
  const socket = await connectToSocket(file);
  process.stdin.pipe(socket).pipe(process.stdout);
  await new Promise<void>((resolve, reject) => {
    socket.once('close', () => resolve());
    socket.once('error', reject);
  });
  process.stdin.destroy();
}
