import type { ShipStatus } from '@app/ship';
import { isRefusal, ConnectionError } from './follow-errors';
import { requireNumbersOfIds } from './proven-block';
import { connectSource } from './connect-source';
import type { SocketOptions } from './ship-socket';
import type { ShipSource } from './ship-source';

/** The status that a server answers with. @throws ConnectionError, and the errors of a status that contradicts itself */
export async function askStatus(socket: ShipSource, timeoutMs: number): Promise<ShipStatus> {
  socket.send({ type: 'get_status_request_v0' });
  const status = await socket.next(timeoutMs);
  if (status?.type !== 'get_status_result_v0')
    throw new ConnectionError('the node did not answer with its status');
  requireNumbersOfIds(status);
  return status;
}

/** As `askStatus`, of a server that is not followed; undefined where it cannot be reached, or contradicts itself. */
export async function statusOf(options: SocketOptions, signal: AbortSignal): Promise<ShipStatus | undefined> {
  let socket: ShipSource | undefined;
  try {
    socket = await connectSource(options, signal);
    return await askStatus(socket, options.connectTimeoutMs);
  } catch (error) {
    if (error instanceof ConnectionError || isRefusal(error)) return undefined;
    throw error;
  } finally {
    socket?.close();
  }
}
