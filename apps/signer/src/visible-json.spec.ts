import { visibleJson } from './visible-json';

describe('visibleJson', () => {
  it('visibleJson writes characters that people do not see as escapes, and changes no others', () => {
    const hidden = 'a\u200bb\u202e\u{e0041}\u{10fffd}';
    expect(visibleJson({ memo: hidden })).toBe(
      '{\n  "memo": "a\\u200bb\\u202e\\udb40\\udc41\\udbff\\udffd"\n}',
    );
    expect(JSON.parse(visibleJson({ memo: hidden }))).toEqual({ memo: hidden });
    expect(visibleJson('für 名\n')).toBe('für 名\n');
  });
});
