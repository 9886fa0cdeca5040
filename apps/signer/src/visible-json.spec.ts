import { quoted, visibleJson, visibleLine } from './visible-json';

describe('texts for people and models', () => {
  it('visibleJson writes characters that people do not see as escapes, and changes no others', () => {
    const hidden = 'a\u200bb\u202e\u{e0041}\u{10fffd}';
    expect(visibleJson({ memo: hidden })).toBe(
      '{\n  "memo": "a\\u200bb\\u202e\\udb40\\udc41\\udbff\\udffd"\n}',
    );
    expect(JSON.parse(visibleJson({ memo: hidden }))).toEqual({ memo: hidden });
    expect(visibleJson('für 名\n')).toBe('für 名\n');
    expect(visibleLine('für 名\n')).toBe('für 名\\u000a');
  });

  it.each([
    ['an escape sequence of a terminal', '\u001b[2K', '\\u001b[2K'],
    ['an escape sequence in one character', '\u009b2K', '\\u009b2K'],
    ['the begin of the line', '\r', '\\u000d'],
    ['a deletion', '\b\u007f', '\\u0008\\u007f'],
    ['a tab', '\t', '\\u0009'],
    ['line separators', '\u2028\u2029', '\\u2028\\u2029'],
    ['variation selectors', '\ufe00\ufe0f\u{e0100}\u{e01ef}', '\\ufe00\\ufe0f\\udb40\\udd00\\udb40\\uddef'],
    ['letters without a glyph', '\u034f\u115f\u1160\u3164\uffa0', '\\u034f\\u115f\\u1160\\u3164\\uffa0'],
    ['another blank', '\u00a0', '\\u00a0'],
  ])('%s is shown as an escape, in a line and in JSON', (_, text, shown) => {
    expect(visibleLine(`a${text}b`)).toBe(`a${shown}b`);
    expect(visibleJson(`a${text}b`)).toBe(`a${shown}b`);
    const json = visibleJson({ memo: text });
    expect(json).not.toContain(text);
    expect(JSON.parse(json)).toEqual({ memo: text });
  });

  it.each(['http://a, http://b', 'a\\u001b', '', 'für'])('%j is in quotes in a line', (text) => {
    expect(quoted(text)).toBe(JSON.stringify(text));
  });

  it('a plain name or address has no quotes', () => {
    expect(['dex', 'http://127.0.0.1:8888/a', 'alice@agent'].map(quoted).join(' ')).not.toContain('"');
  });
});
