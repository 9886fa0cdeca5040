import { FileSource } from './file-source';
import { ShipSocket, type SocketOptions } from './ship-socket';
import type { ShipSource } from './ship-source';

/** The source of a URL: the files of a node (file:), or a server. Throws ConnectError, and the errors of the source. */
export const connectSource = (options: SocketOptions, signal: AbortSignal): Promise<ShipSource> =>
  options.url.startsWith('file:') ? FileSource.connect(options, signal) : ShipSocket.connect(options, signal);
