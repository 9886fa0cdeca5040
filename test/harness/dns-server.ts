import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode, type SrvAnswer } from 'dns-packet';

/** A name server on a loopback port that knows service records alone. */
export class DnsServer {
  /** By name; a name that is not here does not exist. */
  readonly services = new Map<string, SrvAnswer['data'][]>();
  /** Names whose questions get no answer. */
  readonly silent = new Set<string>();
  /** Whether questions get no answer but an error. */
  isBroken = false;

  private constructor(private readonly socket: Socket) {
    socket.on('message', (bytes, { port, address }) => {
      const answer = this.#answer(bytes);
      if (answer !== undefined) socket.send(answer, port, address);
    });
  }

  static async start(): Promise<DnsServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new DnsServer(socket);
  }

  /** As `setServers` of Node takes it. */
  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.socket.close(resolve));
  }

  #answer(bytes: Buffer): Buffer | undefined {
    const { id, questions = [] } = decode(bytes);
    const name = questions[0]?.name ?? '';
    if (this.silent.has(name)) return undefined;
    const records = this.services.get(name);
    // Codes of RFC 1035: no error, server failure, no such name.
    const code = this.isBroken ? 2 : records === undefined ? 3 : 0;
    return encode({
      ...{ id, type: 'response', flags: code, questions },
      answers:
        code === 0 ? (records ?? []).map((data) => ({ type: 'SRV', name, ttl: 0, class: 'IN', data })) : [],
    });
  }
}
