/** No answer of a node is deeper; JSON.stringify, as other recursive code, overflows the stack at some thousand levels. */
const MAX_DEPTH = 512;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Brackets of lists and braces of objects differ in this bit alone. */
const BRACE_BIT = 0x20;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Whether the values of a text of JSON are nested deeper than those of any answer of a node. */
export function isTooDeep(bytes: Buffer): boolean {
  // Each level has two bytes.
  if (bytes.length <= 2 * MAX_DEPTH) return false;
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (isInText) {
      if (byte === BACKSLASH) at += 1;
      else isInText = byte !== QUOTE;
    } else if (byte === QUOTE) isInText = true;
    else if ((byte | BRACE_BIT) === CLOSING_BRACE) depth -= 1;
    else if ((byte | BRACE_BIT) === OPENING_BRACE) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    }
  }
  return false;
}
