import { setTimeout as delay } from 'node:timers/promises';
import { ConnectionError } from './follow-errors';
import { LargeMessage } from './large-message';

const PIECE_BYTES = 64 * 1024;
const NOTHING = new Uint8Array();

async function all(message: LargeMessage): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of message.rest()) pieces.push(piece);
  return pieces;
}

describe('a message that is taken while it arrives', () => {
  it('bytes that come one by one are given in large pieces', async () => {
    const message = new LargeMessage(NOTHING);
    const sent = Uint8Array.from({ length: 2 * PIECE_BYTES + 5 }, (_, index) => index & 0xff);
    for (const byte of sent) await message.write(Uint8Array.of(byte));
    await message.write(NOTHING);
    message.end();
    const pieces = await all(message);
    expect(pieces.map(({ length }) => length)).toEqual([PIECE_BYTES, PIECE_BYTES, 5]);
    expect(Buffer.concat(pieces).equals(sent)).toBe(true);
  });

  it('a server that sends fewer bytes than the least rate is given up, whatever pieces it sends', async () => {
    const message = new LargeMessage(NOTHING, { waitMs: 300, leastBytes: 20 * PIECE_BYTES });
    let isEnded = false;
    const sending = (async () => {
      while (!isEnded) {
        await message.write(new Uint8Array(PIECE_BYTES));
        await delay(50);
      }
    })();
    await expect(all(message)).rejects.toThrow(ConnectionError);
    isEnded = true;
    await sending;
  });

  it('the time that a writer needs does not count', async () => {
    const message = new LargeMessage(NOTHING, { waitMs: 200, leastBytes: 100 * PIECE_BYTES });
    for (let piece = 0; piece < 8; piece++) await message.write(new Uint8Array(PIECE_BYTES));
    message.end();
    let count = 0;
    for await (const piece of message.rest()) {
      count += piece.length;
      await delay(50);
    }
    expect(count).toBe(8 * PIECE_BYTES);
  });
});
