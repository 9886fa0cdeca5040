import fc from 'fast-check';
import { FrameParser, type FramePiece } from './frame-parser';
import { WebSocketError } from './protocol';

/** A frame as a server sends it. */
function frame(opcode: number, payload: Uint8Array, isFinal = true): Buffer {
  const first = (isFinal ? 0x80 : 0) | opcode;
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.of(first, length), payload]);
  if (length < 65_536) return Buffer.concat([Buffer.of(first, 126, length >> 8, length & 0xff), payload]);
  const head = Buffer.of(first, 127, 0, 0, 0, 0, 0, 0, 0, 0);
  head.writeUInt32BE(length, 6);
  return Buffer.concat([head, payload]);
}

/** The messages and control frames of bytes that arrive in pieces of these lengths, the rest as the last one. */
function read(bytes: Uint8Array, lengths: readonly number[]): string[] {
  const parser = new FrameParser();
  const pieces: FramePiece[] = [];
  let at = 0;
  for (const length of [...lengths, bytes.length]) {
    pieces.push(...parser.push(bytes.subarray(at, at + length)));
    at += length;
  }
  const found: string[] = [];
  let message = '';
  for (const piece of pieces) {
    const text = Buffer.from(piece.bytes).toString('hex');
    if (piece.kind !== 'data') found.push(`${piece.kind} ${text}`);
    else {
      message += text;
      if (piece.endsMessage) found.push(`data ${message}`);
      if (piece.endsMessage) message = '';
    }
  }
  return found;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('a parser of frames', () => {
  it('the parser gives parted messages, and the control frames between their parts, in whatever pieces they arrive', () => {
    const [long, longer] = [new Uint8Array(300).fill(7), new Uint8Array(70_000).fill(9)];
    const bytes = Buffer.concat([
      frame(2, long, false),
      frame(9, Uint8Array.of(1, 2)),
      frame(0, longer, false),
      frame(0, new Uint8Array()),
      frame(1, Uint8Array.of(5)),
      frame(8, Uint8Array.of(3, 0xe9)),
    ]);
    const expected = ['ping 0102', `data ${hex(long)}${hex(longer)}`, 'data 05', 'close 03e9'];
    const lengths = fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 100 });
    fc.assert(
      fc.property(lengths, (pieces) => {
        expect(read(bytes, pieces)).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('the parser gives the parts of a message before its end has come', () => {
    const parser = new FrameParser();
    const bytes = frame(2, new Uint8Array(70_000));
    const pieces = [...parser.push(bytes.subarray(0, 50_000))];
    expect(pieces).toEqual([{ kind: 'data', bytes: bytes.subarray(10, 50_000), endsMessage: false }]);
  });

  it.each([
    ['masked', Buffer.of(0x82, 0x81, 0, 0, 0, 0, 1), 'masked'],
    ['with a reserved bit', Buffer.of(0xc2, 0), 'reserved bits'],
    ['of an unknown opcode', Buffer.of(0x83, 0), 'opcode 3'],
    ['that continues no message', Buffer.of(0x80, 0), 'does not continue'],
    ['that begins a message within one', Buffer.of(0x02, 0, 0x82, 0), 'does not continue'],
    ['that is a parted ping', Buffer.of(0x09, 0), 'control frame'],
    ['that is a ping of 126 bytes', Buffer.of(0x89, 126, 0, 126), 'control frame'],
    ['of 2^63 bytes', Buffer.of(0x82, 127, 128, 0, 0, 0, 0, 0, 0, 0), '53 bits'],
  ])('the parser refuses a frame %s', (_, bytes, message) => {
    const reading = (): unknown => read(bytes, []);
    expect(reading).toThrow(WebSocketError);
    expect(reading).toThrow(message);
  });
});
