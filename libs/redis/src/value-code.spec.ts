import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { codeOf, isCodeOf, textOf, withCode } from './value-code';

const BINDING = { secret: 'the secret of the deployment', purpose: 'head', key: 'ctg:heads:mainnet' };

describe('withCode', () => {
  it('withCode adds the HMAC-SHA-256 of purpose, key and text, and textOf returns the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const value = withCode(text, BINDING);
        const code = createHmac('sha256', BINDING.secret).update(`head\nctg:heads:mainnet\n${text}`);
        expect(value).toBe(`${text}:${code.digest('base64url')}`);
        expect(textOf(value, BINDING)).toBe(text);
      }),
    );
  });

  it.each([
    ['key', { key: 'ctg:heads:testnet' }],
    ['purpose', { purpose: 'push' }],
    ['secret', { secret: 'another' }],
    ['secret, which is empty', { secret: '' }],
  ])('withCode binds a value to its %s', (_, other) => {
    const value = withCode('7', BINDING);
    expect(textOf(value, { ...BINDING, ...other })).toBeUndefined();
    expect(textOf(withCode('7', { ...BINDING, ...other }), BINDING)).toBeUndefined();
  });

  it('textOf and isCodeOf read values of a second secret as well, with which no value is made', () => {
    const both = { ...BINDING, secret: { own: BINDING.secret, second: 'another' } };
    const other = { ...BINDING, secret: 'another' };
    expect(withCode('7', both)).toBe(withCode('7', BINDING));
    expect(textOf(withCode('7', other), both)).toBe('7');
    expect(textOf(withCode('7', { ...other, key: 'k' }), both)).toBeUndefined();
    expect(textOf(withCode('7', { ...other, secret: 'a third' }), both)).toBeUndefined();
    expect([BINDING, other].map((binding) => isCodeOf(codeOf('7', binding), '7', both))).toEqual([
      true,
      true,
    ]);
    expect(isCodeOf(codeOf('7', both), '7', other)).toBe(false);
  });

  it('withCode makes values of which each changed character is refused', () => {
    const value = withCode('1234', BINDING);
    for (let at = 0; at < value.length; at += 1) {
      const changed = value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1);
      expect(textOf(changed, BINDING)).toBeUndefined();
    }
    for (const none of ['', ':', value.slice(1), `${value}0`, value.toLowerCase()])
      expect(textOf(none, BINDING)).toBeUndefined();
  });
});
