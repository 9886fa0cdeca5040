import type { Page } from 'puppeteer-core';
import { changeAnswers } from './changed-answers';

/** Markup, marks of direction, a character without a shape, a control character and an entity. */
export const HOSTILE = '<img src=x onerror=alert(1)>\u202Eevil\u2066\u200B\u0007&amp;"\'';
/** Its beginning, as a page may show it. */
export const HOSTILE_SHOWN = '<img src=x onerror=alert(1)>\\u{202e}evil';
/** Characters that a page must not contain. */
export const INVISIBLE =
  /[\u202A-\u202E\u2066-\u2069\u200B-\u200F\u0000-\u0008\u000E-\u001F\u007F-\u009F\uFEFF]/;

/** Texts that cannot be foreign, as the page computes with them: numbers, amounts, times, ids, keys. */
const COMPUTED = /^(?:[+-]?[\d.]+(?: [A-Z]+)?|\d{4}-\d\d-\d\dT[\d:.]+Z?|[0-9a-f]{64}|)$/;
/** Members whose texts are words of the gateway or of the ABI format, which decide how an answer is read. */
const WORDS = new Set(['status', 'finality', 'kind', 'parent', 'index_type', 'next_cursor', 'more']);

/** The value with the hostile text behind every text in it, and in the names of the members of objects named `data`. */
function withHostileTexts(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return COMPUTED.test(value) || WORDS.has(name) ? value : value + HOSTILE;
  if (Array.isArray(value)) return value.map((each) => withHostileTexts(each, name));
  if (typeof value !== 'object' || value === null) return value;
  const rename = (member: string) => (name === 'data' ? member + HOSTILE : member);
  return Object.fromEntries(
    Object.entries(value).map(([member, each]) => [rename(member), withHostileTexts(each, member)]),
  );
}

/** From now on every answer of the gateway with data of the chain has the hostile text in all of its texts. */
export const makeAnswersHostile = (page: Page): Promise<void> =>
  changeAnswers(page, {
    answer: (original) => ({ content: withHostileTexts(original) }),
    body: (original) => original.replaceAll(JSON.stringify(HOSTILE).slice(1, -1), ''),
  });
