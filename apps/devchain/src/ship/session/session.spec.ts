import { encodeRequest, type GetBlocks } from '@app/ship';
import type { BlockSource } from './block-source';
import { Session } from './session';

const MESSAGE_BYTES = 300_000;
const MAX_WAITING_BYTES = 1_048_576;
const ENDS = {
  head: { blockNum: 9, blockId: new Uint8Array(32) },
  lastIrreversible: { blockNum: 3, blockId: new Uint8Array(32) },
};

/** A chain whose blocks have one size. */
class Blocks {
  lastNum = 0;
  readonly source = {
    startOf: ({ startBlockNum }: GetBlocks) => startBlockNum,
    lastNum: () => this.lastNum,
    result: (num: number) => ({
      ...ENDS,
      thisBlock: { blockNum: num, blockId: new Uint8Array(32) },
      traces: new Uint8Array(MESSAGE_BYTES),
    }),
  } as unknown as BlockSource;
}

/** A socket whose other side takes messages only on command. */
class StalledSocket {
  readonly waiting: { bytes: number; sent: () => void }[] = [];
  sentMessages = 0;
  highest = 0;

  get bufferedAmount(): number {
    return this.waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  send(message: Uint8Array, sent: () => void): void {
    this.sentMessages++;
    this.waiting.push({ bytes: message.length, sent });
    this.highest = Math.max(this.highest, this.bufferedAmount);
  }

  take(): boolean {
    const message = this.waiting.shift();
    message?.sent();
    return message !== undefined;
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('sessions whose reader does not read', () => {
  const request = encodeRequest({
    type: 'get_blocks_request_v0',
    startBlockNum: 1,
    endBlockNum: 0xffffffff,
    maxMessagesInFlight: 0xffffffff,
    havePositions: [],
    irreversibleOnly: false,
    fetchBlock: false,
    fetchTraces: true,
    fetchDeltas: false,
  });

  it('a session holds at most a megabyte and one message for a stalled reader, whatever its credits', async () => {
    const blocks = new Blocks();
    const socket = new StalledSocket();
    const session = new Session(socket, blocks.source);
    session.receive(request);
    for (blocks.lastNum = 1; blocks.lastNum < 200; blocks.lastNum++) {
      session.schedule();
      await turn();
    }
    expect(socket.sentMessages).toBeGreaterThan(0);
    expect(socket.highest).toBeLessThan(MAX_WAITING_BYTES + 2 * MESSAGE_BYTES);
    expect(socket.sentMessages).toBeLessThan(6);
  });

  it('a session sends what is left when the reader reads again', async () => {
    const blocks = new Blocks();
    const socket = new StalledSocket();
    const session = new Session(socket, blocks.source);
    blocks.lastNum = 50;
    session.receive(request);
    for (let turns = 0; turns < 200; turns++) {
      await turn();
      socket.take();
    }
    expect(socket.sentMessages).toBe(50);
    expect(socket.highest).toBeLessThan(MAX_WAITING_BYTES + 2 * MESSAGE_BYTES);
  });

  it('a session sends nothing after it is closed', async () => {
    const blocks = new Blocks();
    const socket = new StalledSocket();
    const session = new Session(socket, blocks.source);
    blocks.lastNum = 5;
    session.receive(request);
    session.close();
    await turn();
    expect(socket.sentMessages).toBe(0);
  });
});
