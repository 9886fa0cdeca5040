import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import {
  type DecodedBlock,
  decodeBlock,
  decodeResult,
  encodeRequest,
  type GetBlocks,
  type GetBlocksResult,
  type ShipRequest,
  type ShipStatus,
} from '@app/ship';
import { WebSocket } from 'ws';

const EVERYTHING: GetBlocks = {
  startBlockNum: 0,
  endBlockNum: 0xffffffff,
  maxMessagesInFlight: 0xffffffff,
  havePositions: [],
  irreversibleOnly: false,
  fetchBlock: true,
  fetchTraces: true,
  fetchDeltas: true,
};

/** A reader of state history that sends the messages of a test and no others. */
export class ShipReader {
  /** The first message. */
  abi = '';
  /** Results that arrived and were not taken. */
  readonly results: GetBlocksResult[] = [];
  readonly #statuses: ShipStatus[] = [];
  #wake: () => void = () => undefined;

  /** Of the answer that opened the websocket. */
  headers: IncomingMessage['headers'] = {};

  private constructor(readonly socket: WebSocket) {
    socket.on('upgrade', ({ headers }) => (this.headers = headers));
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      this.#receive(data, isBinary);
      this.#wake();
    });
    socket.on('close', () => this.#wake());
  }

  static async connect(url: string): Promise<ShipReader> {
    const reader = new ShipReader(new WebSocket(url, { perMessageDeflate: false, maxPayload: 1 << 30 }));
    await reader.#until(() => reader.abi !== '');
    return reader;
  }

  send(request: ShipRequest): void {
    this.socket.send(encodeRequest(request));
  }

  /** Requests blocks, everything of them and without an end by default. */
  request(members: Partial<GetBlocks>): void {
    this.send({ type: 'get_blocks_request_v0', ...EVERYTHING, ...members });
  }

  ack(numMessages: number): void {
    this.send({ type: 'get_blocks_ack_request_v0', numMessages });
  }

  async status(): Promise<ShipStatus> {
    this.send({ type: 'get_status_request_v0' });
    await this.#until(() => this.#statuses.length > 0);
    return this.#statuses.shift()!;
  }

  /** The next result, once it is there. */
  async next(): Promise<GetBlocksResult> {
    await this.#until(() => this.results.length > 0);
    return this.results.shift()!;
  }

  async take(count: number): Promise<GetBlocksResult[]> {
    await this.#until(() => this.results.length >= count);
    return this.results.splice(0, count);
  }

  /** The results up to the first one of this block. */
  async blocksTo(num: number): Promise<DecodedBlock[]> {
    const blocks: DecodedBlock[] = [];
    do blocks.push(decodeBlock(await this.next()));
    while (blocks.at(-1)!.thisBlock.blockNum !== num);
    return blocks;
  }

  /**
   * The numbers of the blocks that the server sends without a further request. Each status is answered in a later turn
   * of the server, after all that it could send.
   */
  async numbersWithoutFurtherRequest(): Promise<(number | undefined)[]> {
    for (let turn = 0; turn < 20; turn++) await this.status();
    return this.results.splice(0).map(({ thisBlock }) => thisBlock?.blockNum);
  }

  /** Code and reason of the close, once the server closes. */
  async closed(): Promise<{ code: number; reason: string }> {
    const [code, reason] = (await once(this.socket, 'close')) as [number, Buffer];
    return { code, reason: reason.toString() };
  }

  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    this.socket.close();
    await once(this.socket, 'close');
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (!isBinary) {
      this.abi = data.toString();
      return;
    }
    const result = decodeResult(data);
    if (result.type === 'get_status_result_v0') this.#statuses.push(result);
    else this.results.push(result);
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error('the server closed the session');
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
