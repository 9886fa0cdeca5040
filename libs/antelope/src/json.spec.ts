import { isJsonObject, jsonOf } from './json';

describe('JSON values', () => {
  it.each([null, [], [{}], '{}', 1, true, undefined])('%j is no JSON object', (value) => {
    expect(isJsonObject(value)).toBe(false);
  });

  it('an object is one, with and without members', () => {
    expect([{}, { a: null }].every(isJsonObject)).toBe(true);
  });

  it('a text that is no JSON has no value', () => {
    expect(jsonOf('{"a":[1]}')).toEqual({ a: [1] });
    expect(jsonOf('null')).toBeNull();
    for (const text of ['', '{', '<html>']) expect(jsonOf(text)).toBeUndefined();
  });
});
