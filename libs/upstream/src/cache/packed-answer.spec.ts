import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { packAnswer, unpackAnswer } from './packed-answer';

const PACKING = { secret: 'the secret of the deployment', key: 'test:{answers}:ab', nowMs: 100_000_000 };
const MAX_AGE_MS = 60_000;

const reply = fc.record({
  status: fc.constant(200),
  contentType: fc.constantFrom('application/json', 'application/json; charset=utf-8'),
  node: fc.stringMatching(/^[\x21-\x7e]{1,40}$/),
  headBlock: fc.nat(),
  bytes: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
});
const ANSWER = {
  ...{ status: 200, contentType: 'application/json', node: 'a', headBlock: 7, bytes: Buffer.from('{}') },
};

describe('a packed answer', () => {
  it('a packed answer is the same answer when it is unpacked, with its age', () => {
    fc.assert(
      fc.property(reply, fc.nat(MAX_AGE_MS), (answer, ageMs) => {
        const packed = packAnswer(answer, PACKING)!;
        const later = { ...PACKING, nowMs: PACKING.nowMs + ageMs };
        expect(unpackAnswer(packed, later, MAX_AGE_MS)).toEqual({ reply: answer, ageMs });
      }),
    );
  });

  it('a packed answer is nothing when one of its bytes differs', () => {
    fc.assert(
      fc.property(reply, fc.nat(), fc.integer({ min: 1, max: 255 }), (answer, at, change) => {
        const packed = packAnswer(answer, PACKING)!;
        packed[at % packed.length]! ^= change;
        expect(unpackAnswer(packed, PACKING, MAX_AGE_MS)).toBeUndefined();
      }),
    );
  });

  it('a packed answer is nothing under another key, with another secret, or long after it was kept', () => {
    const packed = packAnswer(ANSWER, PACKING)!;
    expect(unpackAnswer(packed, PACKING, MAX_AGE_MS)).toBeDefined();
    expect(unpackAnswer(packed, { ...PACKING, key: 'test:{answers}:cd' }, MAX_AGE_MS)).toBeUndefined();
    expect(unpackAnswer(packed, { ...PACKING, secret: 'another' }, MAX_AGE_MS)).toBeUndefined();
    for (const nowMs of [PACKING.nowMs + 200_000, PACKING.nowMs - 200_000])
      expect(unpackAnswer(packed, { ...PACKING, nowMs }, MAX_AGE_MS)).toBeUndefined();
  });

  it('a packed answer is nothing when its bytes are of another form', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(unpackAnswer(Buffer.from(bytes), PACKING, MAX_AGE_MS)).toBeUndefined();
      }),
    );
  });

  it.each([
    ['status 101', { status: 101 }],
    ['status 404', { status: 404 }],
    ['a page', { contentType: 'text/html' }],
    ['a line feed in the node', { node: 'a\r\nx: y' }],
  ])('an answer with %s is neither packed nor unpacked', (_, changes) => {
    expect(packAnswer({ ...ANSWER, ...changes }, PACKING)).toBeUndefined();
    const { bytes, ...facts } = { ...ANSWER, ...changes };
    const line = `${JSON.stringify({ ...facts, storedAtMs: PACKING.nowMs })}\n`;
    const packed = Buffer.concat([Buffer.from(line), bytes]);
    const code = createHmac('sha256', PACKING.secret)
      .update(`answer\n${PACKING.key}\n`)
      .update(packed)
      .digest();
    expect(unpackAnswer(Buffer.concat([code, packed]), PACKING, MAX_AGE_MS)).toBeUndefined();
  });
});
