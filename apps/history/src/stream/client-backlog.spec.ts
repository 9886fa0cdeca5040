import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Socket } from 'socket.io';
import { ClientBacklog, largestOf, MAX_UNREAD_LENGTH, MAX_UNREAD_OF_ALL, slowestOf } from './client-backlog';

const MIB = 1024 * 1024;
const BUFFER = 1000;
const TURNS = 50;

/** A connection as engine.io keeps it: one batch is on the way, the others wait. */
class FakeConnection extends EventEmitter {
  writeBuffer: unknown[] = [];
  readonly transport = new EventEmitter();
  #isWritable = true;

  send(length: number): void {
    const packet = { data: 'x'.repeat(length) };
    this.emit('packetCreate', packet);
    this.writeBuffer.push(packet);
    this.#flush();
  }

  /** The client reads what is on the way. */
  read(): void {
    this.transport.emit('drain');
    this.#isWritable = true;
    this.#flush();
  }

  #flush(): void {
    if (!this.#isWritable || this.writeBuffer.length === 0) return;
    this.emit('flush');
    this.writeBuffer = [];
    this.#isWritable = false;
  }
}

function client() {
  const conn = new FakeConnection();
  const socket = { conn, connected: true };
  return { conn, socket, backlog: new ClientBacklog(socket as unknown as Socket, BUFFER) };
}

test('bytes are unread while they wait, and while they are on the way', () => {
  const { conn, backlog } = client();
  conn.send(3);
  conn.send(5);
  expect(backlog.length).toBe(8);
  conn.read();
  expect(backlog.length).toBe(5);
  conn.read();
  expect(backlog.length).toBe(0);
});

it('subscriptions of one client send no more of the past than 8 MiB and a page before it is read', async () => {
  const { conn, backlog } = client();
  let sent = 0;
  const turns = Array.from({ length: TURNS }, () =>
    backlog.inTurn(false, async () => {
      await setImmediate();
      conn.send(3 * MIB);
      sent += 1;
    }),
  );
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 10 * TURNS; turn++) await setImmediate();
  };
  await settled();
  expect(sent).toBe(3);
  conn.read();
  await settled();
  expect(sent).toBe(4);
  while (sent < TURNS) {
    conn.read();
    await setImmediate();
  }
  await Promise.all(turns);
});

test('a work that fails ends its turn alone, and a client that left waits for nothing', async () => {
  const { conn, socket, backlog } = client();
  await expect(backlog.inTurn(false, () => Promise.reject(new Error('no page')))).rejects.toThrow('no page');
  conn.send(9 * MIB);
  const waiting = backlog.inTurn(false, () => Promise.resolve());
  await setImmediate();
  socket.connected = false;
  conn.emit('close');
  await waiting;
});

test('a client is too slow by its messages or by its bytes', () => {
  const [many, large] = [client(), client()];
  many.conn.send(1);
  for (let message = 0; message < BUFFER; message++) {
    expect(many.backlog.isTooLarge).toBe(false);
    many.conn.send(1);
  }
  expect(many.backlog.isTooLarge).toBe(true);
  large.conn.send(MAX_UNREAD_LENGTH - 1);
  expect(large.backlog.isTooLarge).toBe(false);
  large.conn.send(1);
  expect(large.backlog.isTooLarge).toBe(true);
});

test('clients with most unread go until the others have room, and each that reads too slowly', () => {
  const share = MAX_UNREAD_OF_ALL / 4;
  const client = (name: string, length: number, isTooLarge = false) => ({
    name,
    backlog: { length, isTooLarge },
  });
  const ended = (...clients: ReturnType<typeof client>[]) => slowestOf(clients).map(({ name }) => name);
  const half = [client('a', share), client('b', share)];
  expect(ended(...half, client('c', 2 * share))).toEqual([]);
  expect(ended(...half, client('c', 2 * share), client('d', 1))).toEqual(['c']);
  expect(ended(...half, client('c', 2 * share), client('d', 3 * share))).toEqual(['d']);
  expect(ended(...half, client('slow', 7, true))).toEqual(['slow']);
  expect(largestOf([...half, client('slow', 7, true)])).toEqual([]);
  expect(largestOf([...half, client('c', 3 * share)]).map(({ name }) => name)).toEqual(['c']);
});
