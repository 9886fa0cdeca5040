/**
 * The grammar of JSON outside of texts as a table: the state behind a byte, by the state before it. Source: RFC 8259.
 * A state from OPENS_OBJECT on is a step: the reader does it, and it says what follows.
 */

/** No JSON has this byte here. */
export const NO_JSON = 0;
const VALUE = 1;
const FIRST_ITEM = 2;
const FIRST_NAME = 3;
const NAME = 4;
const COLON = 5;
const BEHIND_VALUE = 6;
const MINUS = 7;
const ZERO = 8;
const DIGITS = 9;
const POINT = 10;
const FRACTION = 11;
const EXPONENT = 12;
const EXPONENT_SIGN = 13;
const EXPONENT_DIGITS = 14;
/** The first state within a word, `true`, `false` or `null`; the others follow. */
const FIRST_OF_WORDS = 15;

export const OPENS_OBJECT = 32;
export const OPENS_LIST = 33;
export const CLOSES_OBJECT = 34;
export const CLOSES_LIST = 35;
export const NEXT_MEMBER = 36;
export const BEGINS_TEXT = 37;
export const BEGINS_NAME = 38;

/** States in which the reader continues behind a step. */
export const BEGIN = VALUE;
export const IN_OBJECT = FIRST_NAME;
export const IN_LIST = FIRST_ITEM;
export const BEHIND_NAME = COLON;
export const BEHIND = BEHIND_VALUE;
export const NEXT_OF_OBJECT = NAME;
export const NEXT_OF_LIST = VALUE;

const BYTES = 256;
const STATES = 32;
/** State behind the byte b in the state s, at s * 256 + b. */
export const NEXT_STATE = new Uint8Array(STATES * BYTES);

function onBytes(states: readonly number[], characters: string, next: number): void {
  for (const state of states)
    for (const character of characters) NEXT_STATE[state * BYTES + character.charCodeAt(0)] = next;
}

/** `letters` in a row, from a state in which a value may begin. Returns the first state that is not used yet. */
function onWord(from: readonly number[], letters: string, firstState: number): number {
  let state = firstState;
  onBytes(from, letters.charAt(0), state);
  for (const letter of letters.slice(1, -1)) onBytes([state], letter, ++state);
  onBytes([state], letters.at(-1) ?? '', BEHIND_VALUE);
  return state + 1;
}

const VALUES = [VALUE, FIRST_ITEM];
/** A number may end here: what follows a value follows it. */
const WHOLE_NUMBERS = [ZERO, DIGITS, FRACTION, EXPONENT_DIGITS];
const ENDS = [BEHIND_VALUE, ...WHOLE_NUMBERS];

for (const state of [...VALUES, FIRST_NAME, NAME, COLON, BEHIND_VALUE]) onBytes([state], ' \t\r\n', state);
onBytes(WHOLE_NUMBERS, ' \t\r\n', BEHIND_VALUE);
onBytes(VALUES, '{', OPENS_OBJECT);
onBytes(VALUES, '[', OPENS_LIST);
onBytes(VALUES, '"', BEGINS_TEXT);
onBytes([FIRST_NAME, NAME], '"', BEGINS_NAME);
onBytes([COLON], ':', VALUE);
onBytes([FIRST_NAME, ...ENDS], '}', CLOSES_OBJECT);
onBytes([FIRST_ITEM, ...ENDS], ']', CLOSES_LIST);
onBytes(ENDS, ',', NEXT_MEMBER);

onBytes(VALUES, '-', MINUS);
onBytes([...VALUES, MINUS], '0', ZERO);
onBytes([...VALUES, MINUS], '123456789', DIGITS);
onBytes([DIGITS], '0123456789', DIGITS);
onBytes([ZERO, DIGITS], '.', POINT);
onBytes([POINT, FRACTION], '0123456789', FRACTION);
onBytes([ZERO, DIGITS, FRACTION], 'eE', EXPONENT);
onBytes([EXPONENT], '+-', EXPONENT_SIGN);
onBytes([EXPONENT, EXPONENT_SIGN, EXPONENT_DIGITS], '0123456789', EXPONENT_DIGITS);

onWord(VALUES, 'null', onWord(VALUES, 'false', onWord(VALUES, 'true', FIRST_OF_WORDS)));
