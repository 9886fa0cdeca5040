import fc from 'fast-check';
import { readEventId, writeEventId } from './event-id';

const text = (pattern: RegExp) => fc.stringMatching(pattern);

describe('the id of an event', () => {
  it('the id of an event is read as it was written', () => {
    const position = fc.record({
      chain: text(/^[0-9a-f]{16}$/),
      headBlock: fc.option(fc.nat(4_294_967_295), { nil: undefined }),
      cursors: fc.array(fc.tuple(text(/^[\w-]{10}$/), text(/^[\w-]{1,60}$/)), { maxLength: 20 }),
    });
    fc.assert(
      fc.property(position, ({ chain, headBlock, cursors }) => {
        const written = { chain, headBlock, cursors: new Map(cursors) };
        expect(readEventId(writeEventId(written))).toEqual(written);
      }),
    );
  });

  it.each([
    '',
    '1',
    '2.8a34ec7df1b8cd06',
    '1.8a34',
    `1.8a34ec7df1b8cd06.${'a'.repeat(10)}~`,
    '1.8a34ec7df1b8cd06.x~1',
    '1.8a34ec7df1b8cd06.head-block~x',
  ])('the id of an event is not read from %j', (id) => {
    expect(readEventId(id)).toBeUndefined();
  });

  it('the id of an event is never an exception of a text that any client sends', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        readEventId(`1.8a34ec7df1b8cd06.${id}`);
      }),
    );
  });
});
