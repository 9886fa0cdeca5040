import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Seeded } from '../harness/seeded';

const LEVELS = 50_000;
/** Answers to a command: of other types, of impossible lengths, moves, refusals, no protocol at all, or none. */
const ANSWERS: readonly ((port: number, seeded: Seeded) => string)[] = [
  () => '+OK\r\n',
  () => '+QUEUED\r\n',
  () => ':0\r\n',
  () => ':-1\r\n',
  () => ':99999999999999999999\r\n',
  () => '$-1\r\n',
  () => '*-1\r\n',
  () => '*0\r\n',
  () => '$5\r\nhello\r\n',
  () => `$100000\r\n${'x'.repeat(100_000)}\r\n`,
  () => '$2147483647\r\nabc',
  () => '$-2147483648\r\n',
  () => '*4294967295\r\n',
  () => '*2147483647\r\n:1\r\n',
  () => '*2\r\n:1\r\n:60000\r\n',
  () => '*2\r\n:1\r\n:-5\r\n',
  () => '*2\r\n:99999999\r\n:9007199254740993\r\n',
  () => '*2\r\n$3\r\nabc\r\n*0\r\n',
  () => '*3\r\n$6\r\nnode-1\r\n$-1\r\n:7\r\n',
  () => '*2\r\n-ERR a\r\n-ERR b\r\n',
  () => `${'*1\r\n'.repeat(LEVELS)}:1\r\n`,
  () => '-ERR unknown\r\n',
  () => '-LOADING Redis is loading\r\n',
  () => '-READONLY it is a replica\r\n',
  () => '-NOSCRIPT no matching script\r\n',
  () => '-NOAUTH authentication required\r\n',
  () => '-OOM command not allowed\r\n',
  () => '-\r\n',
  (port) => `-MOVED 1 127.0.0.1:${port}\r\n`,
  (port) => `-ASK 1 127.0.0.1:${port}\r\n`,
  () => '%1\r\n+a\r\n+b\r\n',
  () => '_\r\n#t\r\n',
  () => 'HTTP/1.1 200 OK\r\n\r\n',
  (_, seeded) => String.fromCharCode(...Array.from({ length: 64 }, () => seeded.integer(256))),
  () => ':1\r\n:2\r\n:3\r\n',
  () => '',
];

/** Answers of a real server, to a count of one key in a script. */
const HONEST: Readonly<Record<string, string>> = {
  info: '$17\r\nredis_version:7.0\r\n',
  client: '+OK\r\n',
  evalsha: '*2\r\n:1\r\n:60000\r\n',
  eval: ':5\r\n',
  multi: '+OK\r\n',
  sadd: '+QUEUED\r\n',
  pexpire: '+QUEUED\r\n',
  exec: '*2\r\n:1\r\n:1\r\n',
  smembers: '*0\r\n',
};

/** A server that speaks the protocol of Redis and answers anything. The same seed gives the same answers. */
export class HostileRedis {
  /** Answers so far. */
  answers = 0;
  readonly #sockets = new Set<Socket>();
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(random: Seeded): Promise<HostileRedis> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const redis = new HostileRedis(server, (server.address() as AddressInfo).port);
    server.on('connection', (socket) => redis.#serve(socket, random));
    return redis;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #serve(socket: Socket, random: Seeded): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    socket.on('data', (bytes) => {
      for (const name of commandsIn(bytes.toString('latin1'))) {
        if (socket.destroyed) return;
        this.answers += 1;
        if (random.chance(40)) socket.destroy();
        else socket.write(this.#answer(name, random), 'latin1');
      }
    });
  }

  /** Commands come only after others succeeded: most answers are those of a real server. */
  #answer(command: string, random: Seeded): string {
    const honest = HONEST[command];
    if (honest !== undefined && !random.chance(6)) return honest;
    return random.oneOf(ANSWERS)(this.port, random);
  }
}

/** The names of the commands in a part of a connection; one that is cut is not counted. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/\*\d+\r\n\$\d+\r\n([a-z]+)\r\n/gi)].map(([, name = '']) => name.toLowerCase());
