import { encodeResult, type GetBlocksResult } from '@app/ship';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import { ConnectError, NodeEndedError } from './follow-errors';
import { FOLLOW_DEFAULTS } from './follow-options';
import { LargeMessage } from './large-message';
import { ShipSocket } from './ship-socket';

const WAIT_MS = 60_000;
const PART_BYTES = 1024 * 1024;
const NO_END = new AbortController().signal;

const position = { blockNum: 7, blockId: new Uint8Array(32).fill(7) };
const resultOf = (deltas: Uint8Array): GetBlocksResult => ({
  ...{ head: position, lastIrreversible: position, thisBlock: position },
  deltas,
});
const messageOf = (deltas: Uint8Array): Uint8Array =>
  encodeResult({ type: 'get_blocks_result_v0', ...resultOf(deltas) });

describe('a connection to a state-history server', () => {
  let server: WebSocketServer;
  let url: string;
  let connected: Promise<WebSocket>;

  beforeEach(async () => {
    server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    url = `ws://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    connected = once(server, 'connection').then(([socket]) => {
      (socket as WebSocket).send('{"version":"eosio::abi/1.1"}');
      return socket as WebSocket;
    });
  });
  afterEach(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });

  /** Sends a message in frames, as nodes send blocks. */
  function sendInParts(socket: WebSocket, message: Uint8Array): void {
    for (let at = 0; at < message.length; at += PART_BYTES)
      socket.send(message.subarray(at, at + PART_BYTES), { fin: at + PART_BYTES >= message.length });
  }

  it('a message that comes in several frames is one result', async () => {
    const socket = await ShipSocket.connect({ ...FOLLOW_DEFAULTS, url }, NO_END);
    const deltas = new Uint8Array(3 * PART_BYTES).fill(5);
    sendInParts(await connected, messageOf(deltas));
    const result = await socket.next(WAIT_MS);
    expect(result).toMatchObject({ type: 'get_blocks_result_v0', thisBlock: position });
    expect(Buffer.from((result as GetBlocksResult).deltas!).equals(deltas)).toBe(true);
    socket.close();
  });

  it('a message of thousands of frames, most of one byte or none, is one result', async () => {
    const socket = await ShipSocket.connect({ ...FOLLOW_DEFAULTS, url }, NO_END);
    const deltas = Uint8Array.from({ length: 5_000 }, (_, index) => index & 0xff);
    const peer = await connected;
    const message = messageOf(deltas);
    for (const byte of message) {
      peer.send(Uint8Array.of(byte), { fin: false });
      peer.send(new Uint8Array(), { fin: false });
    }
    peer.send(new Uint8Array(), { fin: true });
    const result = (await socket.next(WAIT_MS)) as GetBlocksResult;
    expect(Buffer.from(result.deltas!).equals(deltas)).toBe(true);
    socket.close();
  });

  it('messages that no credit allows are not read before others were taken', async () => {
    const socket = await ShipSocket.connect({ ...FOLLOW_DEFAULTS, url }, NO_END);
    const peer = await connected;
    const count = 200;
    for (let sent = 0; sent < count; sent++) peer.send(messageOf(new Uint8Array(PART_BYTES).fill(sent)));
    while (socket.waiting < 64) await delay(10);
    expect(peer.bufferedAmount).toBeGreaterThan(64 * PART_BYTES);
    for (let taken = 0; taken < count; taken++) {
      const { deltas } = (await socket.next(WAIT_MS)) as GetBlocksResult;
      expect([taken, deltas![0]]).toEqual([taken, taken & 0xff]);
    }
    socket.close();
  });

  it('a server that pings and does not read is answered as far as it reads', async () => {
    const socket = await ShipSocket.connect({ ...FOLLOW_DEFAULTS, url }, NO_END);
    const peer = await connected;
    const answers: string[] = [];
    peer.on('pong', (payload) => answers.push(payload.toString()));
    peer.pause();
    const pings = 200_000;
    for (let sent = 0; sent < pings; sent++) peer.ping(new Uint8Array(125));
    peer.send(messageOf(Uint8Array.of(0)));
    expect(await socket.next(WAIT_MS)).toMatchObject({ deltas: Uint8Array.of(0) });
    peer.resume();
    while (!answers.includes('last')) {
      peer.ping('last');
      await delay(20);
    }
    socket.close();
    expect(answers.length).toBeLessThan(pings);
    expect(answers.length).toBeGreaterThan(1);
  });

  it('a ping is answered', async () => {
    const socket = await ShipSocket.connect({ ...FOLLOW_DEFAULTS, url }, NO_END);
    const peer = await connected;
    const answered = once(peer, 'pong');
    peer.ping('here');
    const [payload] = (await answered) as [Buffer];
    expect(payload.toString()).toBe('here');
    socket.close();
  });

  it('requests arrive whole, also those of more than 65,536 bytes', async () => {
    const socket = await ShipSocket.connect({ ...FOLLOW_DEFAULTS, url }, NO_END);
    const received = once(await connected, 'message');
    const havePositions = Array.from({ length: 2_000 }, () => position);
    const { credits: maxMessagesInFlight } = FOLLOW_DEFAULTS;
    socket.send({
      type: 'get_blocks_request_v0',
      ...{ startBlockNum: 1, endBlockNum: 2, maxMessagesInFlight, havePositions },
      ...{ irreversibleOnly: false, fetchBlock: true, fetchTraces: true, fetchDeltas: true },
    });
    const [message] = (await received) as [Buffer];
    expect(message).toHaveLength(1 + 4 + 4 + 4 + 2 + 36 * 2_000 + 4);
    socket.close();
  });

  it('a large message is not read on before its bytes are taken, and then comes whole', async () => {
    const socket = await ShipSocket.connect({ ...FOLLOW_DEFAULTS, url, largeBytes: PART_BYTES }, NO_END);
    const peer = await connected;
    const message = messageOf(new Uint8Array(128 * PART_BYTES).fill(3));
    sendInParts(peer, message);
    const large = await socket.nextMessage(WAIT_MS);
    if (!(large instanceof LargeMessage)) throw new Error('the message is not large');
    expect(peer.bufferedAmount).toBeGreaterThan(64 * PART_BYTES);
    let length = large.start.length;
    for await (const bytes of large.rest()) length += bytes.length;
    expect(length).toBe(message.length);
    sendInParts(peer, messageOf(Uint8Array.of(0)));
    expect(await socket.next(WAIT_MS)).toMatchObject({ deltas: Uint8Array.of(0) });
    socket.close();
  });

  it('a large message that its server does not finish fails', async () => {
    const socket = await ShipSocket.connect({ ...FOLLOW_DEFAULTS, url, largeBytes: 10 }, NO_END);
    const peer = await connected;
    peer.send(new Uint8Array(PART_BYTES), { fin: false });
    const large = (await socket.nextMessage(WAIT_MS)) as LargeMessage;
    peer.close(1001);
    await expect(large.whole(Infinity)).rejects.toThrow(NodeEndedError);
    socket.close();
  });

  it('a message above the limit ends the connection with an error that names the server', async () => {
    const socket = await ShipSocket.connect({ ...FOLLOW_DEFAULTS, url, maxMessageBytes: PART_BYTES }, NO_END);
    const peer = await connected;
    const closed = once(peer, 'close');
    sendInParts(peer, messageOf(new Uint8Array(2 * PART_BYTES)));
    await expect(socket.next(WAIT_MS)).rejects.toThrow(`${url}: a message is larger than the limit`);
    await closed;
  });

  it('an error names the server without user, password and query, which health would show', async () => {
    const secret = 'ws://me:secret@127.0.0.1:1/path?key=secret';
    const connecting = ShipSocket.connect({ ...FOLLOW_DEFAULTS, url: secret }, NO_END);
    const error: unknown = await connecting.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ConnectError);
    expect((error as ConnectError).message).toContain('ws://127.0.0.1:1/path: ');
    expect((error as ConnectError).message).not.toContain('secret');
  });
});
