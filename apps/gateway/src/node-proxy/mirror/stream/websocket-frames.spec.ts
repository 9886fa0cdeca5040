import fc from 'fast-check';
import { closeFrame, MessageTooLargeError, WebsocketFrames } from './websocket-frames';

interface Frame {
  readonly opcode: number;
  readonly isLast: boolean;
  readonly payload: Buffer;
  readonly isMasked: boolean;
}

function bytesOf({ opcode, isLast, payload, isMasked }: Frame): Buffer {
  const { length } = payload;
  const mask = isMasked ? 0x80 : 0;
  const size =
    length < 126
      ? Buffer.from([mask | length])
      : length < 65_536
        ? Buffer.from([mask | 126, length >> 8, length & 0xff])
        : Buffer.concat([Buffer.from([mask | 127, 0, 0, 0, 0]), u32(length)]);
  return Buffer.concat([
    Buffer.from([(isLast ? 0x80 : 0) | opcode]),
    size,
    isMasked ? Buffer.from([1, 2, 3, 4]) : Buffer.alloc(0),
    payload,
  ]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const frame = fc.record({
  opcode: fc.constantFrom(1, 2, 9, 10),
  isLast: fc.constant(true),
  payload: fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(125, 126, 127, 65_535, 65_536, 70_000).map((length) => Buffer.alloc(length, 0x81)),
  ),
  isMasked: fc.boolean(),
});

/** Sends `bytes` in pieces of `sizes`, and returns the bytes that came through. */
async function through(frames: WebsocketFrames, bytes: Buffer, sizes: readonly number[]): Promise<Buffer> {
  const out: Buffer[] = [];
  // Each write reports its error itself.
  frames.on('error', () => undefined);
  frames.on('data', (chunk: Buffer) => out.push(chunk));
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length]!;
    await new Promise<void>((resolve, reject) => {
      frames.write(bytes.subarray(at, at + size), (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
    at += size;
  }
  return Buffer.concat(out);
}

describe('WebsocketFrames', () => {
  it('WebsocketFrames passes all bytes through in any pieces, and allows a close frame between frames only', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(frame, { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 5 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (list, sizes, share) => {
          const parts = list.map(bytesOf);
          const bytes = Buffer.concat(parts);
          const cut = Math.floor(bytes.length * share);
          const ends = parts.reduce<number[]>((all, part) => [...all, (all.at(-1) ?? 0) + part.length], [0]);
          const frames = new WebsocketFrames();
          expect(await through(frames, bytes.subarray(0, cut), sizes)).toEqual(bytes.subarray(0, cut));
          expect(frames.allowsClose).toBe(ends.includes(cut));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('WebsocketFrames counts the frames of one message together, and no control frame between them', async () => {
    const part = (opcode: number, isLast: boolean, length: number): Buffer =>
      bytesOf({ opcode, isLast, payload: Buffer.alloc(length), isMasked: true });
    const message = Buffer.concat([part(1, false, 60), part(9, true, 100), part(0, true, 40)]);
    await through(new WebsocketFrames(100), Buffer.concat([message, message]), [7]);
    await expect(through(new WebsocketFrames(99), message, [7])).rejects.toThrow(MessageTooLargeError);
  });

  it('WebsocketFrames refuses a message by its head, before its bytes arrive', async () => {
    const head = Buffer.from([0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4]);
    await expect(through(new WebsocketFrames(1_000_000), head, [14])).rejects.toThrow(MessageTooLargeError);
  });

  it('WebsocketFrames allows no close frame after one', async () => {
    const frames = new WebsocketFrames();
    await through(frames, closeFrame(1001, 'bye'), [3]);
    expect(frames.allowsClose).toBe(false);
  });
});
