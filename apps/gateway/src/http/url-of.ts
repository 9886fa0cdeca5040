import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The URL of a listening server, as a person would type it. */
export function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
