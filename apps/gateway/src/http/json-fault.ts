type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or ]' | ', or }' | 'end';

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING_BEGIN = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;

/**
 * Where a text stops being JSON, in words for the person who sent it; undefined when it is JSON.
 * `JSON.parse` is what decides, and is many times faster; its messages name a position only for some
 * faults.
 */
export function jsonFault(text: string): string | undefined {
  const offset = faultOffset(text);
  if (offset === undefined) return undefined;
  if (offset >= text.length) return `it ends too early, at position ${text.length}`;
  const before = text.slice(0, offset).split('\n');
  const place = `line ${before.length} column ${(before.at(-1)?.length ?? 0) + 1}`;
  return `unexpected ${JSON.stringify(String.fromCodePoint(text.codePointAt(offset) ?? 0))} at position ${offset} (${place})`;
}

function faultOffset(text: string): number | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = matchEnd(SPACE, text, 0);
  const afterValue = (): Expected => (open.length === 0 ? 'end' : open.at(-1) === '[' ? ', or ]' : ', or }');

  while (at < text.length) {
    const found = text[at] ?? '';
    const isClosing = (found === ']' || found === '}') && expected.endsWith(found);
    if (isClosing) {
      open.pop();
      expected = afterValue();
      at += 1;
    } else if (expected === ':' || expected.startsWith(',')) {
      if (found !== expected[0]) return at;
      expected = found === ':' || open.at(-1) === '[' ? 'value' : 'name';
      at += 1;
    } else if (expected.startsWith('value') && (found === '{' || found === '[')) {
      open.push(found);
      expected = found === '{' ? 'name or }' : 'value or ]';
      at += 1;
    } else if (expected !== 'end' && found === '"') {
      const end = matchEnd(STRING_BEGIN, text, at);
      if (text[end] !== '"') return end;
      expected = expected.startsWith('name') ? ':' : afterValue();
      at = end + 1;
    } else if (expected.startsWith('value') && matchEnd(SCALAR, text, at) > at) {
      expected = afterValue();
      at = matchEnd(SCALAR, text, at);
    } else {
      return at;
    }
    at = matchEnd(SPACE, text, at);
  }
  return expected === 'end' ? undefined : text.length;
}

/** The end of what `pattern` (sticky) matches at `from`; `from` itself when it matches nothing. */
function matchEnd(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
