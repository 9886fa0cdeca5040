import fc from 'fast-check';
import { isTooDeep } from './nesting';

const nested = (depth: number, text = ''): Buffer =>
  Buffer.from(`${`[${text}`.repeat(depth)}1${']'.repeat(depth)}`);

describe('isTooDeep', () => {
  it('isTooDeep is true above 512 levels', () => {
    expect([512, 513, 100_000].map((depth) => isTooDeep(nested(depth)))).toEqual([false, true, true]);
  });

  it.each(['"]",', '"\\"]",', '"\\\\",', '"]]\\\\\\"]",'])(
    'isTooDeep counts no bracket within a text: %s',
    (text) => {
      expect([512, 513].map((depth) => isTooDeep(nested(depth, text)))).toEqual([false, true]);
      expect(isTooDeep(Buffer.from(JSON.stringify(['['.repeat(1_000), text.repeat(1_000)])))).toBe(false);
    },
  );

  it('isTooDeep is false for any value of JSON that is not so deep', () => {
    const values = fc.array(fc.jsonValue({ stringUnit: fc.constantFrom('[', '{', '"', '\\', ']') }), {
      minLength: 100,
    });
    fc.assert(fc.property(values, (value) => !isTooDeep(Buffer.from(JSON.stringify(value)))));
  });

  it('isTooDeep ends where a text has no end', () => {
    expect(isTooDeep(Buffer.from(`"${'\\"['.repeat(1_000)}`))).toBe(false);
  });
});
