import fc from 'fast-check';
import { packAnswer, unpackAnswer } from './packed-answer';

const reply = fc.record({
  status: fc.integer({ min: 200, max: 599 }),
  contentType: fc.string(),
  node: fc.string(),
  headBlock: fc.nat(),
  bytes: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
});

describe('a packed answer', () => {
  it('a packed answer is the same answer when it is unpacked, with its age', () => {
    fc.assert(
      fc.property(reply, fc.nat(), (answer, ageMs) => {
        expect(unpackAnswer(packAnswer(answer, 1_000), 1_000 + ageMs)).toEqual({ reply: answer, ageMs });
      }),
    );
  });

  it('a packed answer is nothing when its bytes are of another form', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(unpackAnswer(Buffer.from(bytes), 0)).toBeUndefined();
      }),
    );
    expect(unpackAnswer(Buffer.from('{"status":200}\nbody'), 0)).toBeUndefined();
  });
});
