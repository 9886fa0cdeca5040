import { isJsonObject } from '@app/antelope';
import { NodeAnswerError } from './errors';
import { shortened } from './shortened';

/** nodeos' text in front of what a contract says when it refuses. */
const ASSERTION = /^assertion failure with (?:message|error code): /;
/** Console output of a contract before it failed: `receiver <= account::action pending console output: `. */
const CONSOLE = /^(?:\S+ <= \S+ )?pending console output: /;

/** A node's text may be as long as its answer, and name one long value many times. */
const MAX_FORMAT_CHARACTERS = 4_096;
const MAX_VALUE_CHARACTERS = 500;
/** An authority, the deepest value that nodes log, has four levels. */
const MAX_VALUE_DEPTH = 8;

/** Codes of `Busy`: the node is overloaded, another one may not be. */
const BUSY_STATUSES = [429, 503];

/**
 * The refusal in a node's JSON answer: undefined when the body carries no error of a shape that nodes
 * are known to use, which makes a non-2xx answer an infrastructure failure.
 *
 * Known shapes: nodeos `{code, message, error: {code, name, what, details}}` at any status, 2xx
 * included (some proxies flatten it); history's `{statusCode, error, message}`.
 */
export function refusalOf(status: number, body: unknown): NodeAnswerError | undefined {
  if (!isJsonObject(body)) return undefined;
  if (typeof body['code'] === 'number' && isJsonObject(body['error'])) {
    const { code, name } = body['error'];
    if (BUSY_STATUSES.includes(status)) return undefined;
    return new NodeAnswerError(
      status >= 400 ? status : body['code'],
      typeof code === 'number' ? code : 0,
      typeof name === 'string' ? name : '',
      reasonOfBody(body['error'], body['message']),
    );
  }
  if (typeof body['statusCode'] === 'number' && typeof body['message'] === 'string' && status !== 429) {
    return new NodeAnswerError(body['statusCode'], 0, '', body['message']);
  }
  return undefined;
}

/** The refusal in an `except` of a transaction trace. */
export function refusalOfTrace(except: unknown): NodeAnswerError {
  const trace = isJsonObject(except) ? except : {};
  const stack = Array.isArray(trace['stack']) ? trace['stack'] : [];
  const texts = stack.filter(isJsonObject).map(({ format, data }) => formatted(format, data));
  return new NodeAnswerError(
    500,
    typeof trace['code'] === 'number' ? trace['code'] : 0,
    typeof trace['name'] === 'string' ? trace['name'] : '',
    readable([...texts, trace['message']]),
  );
}

function reasonOfBody(error: Readonly<Record<string, unknown>>, message: unknown): string {
  const details = Array.isArray(error['details']) ? error['details'] : [];
  return readable([
    ...details.filter(isJsonObject).map((detail) => detail['message']),
    error['what'],
    message,
  ]);
}

/** The first text that says something, without nodeos' prefixes. */
function readable(texts: readonly unknown[]): string {
  const text = texts.find(
    (one): one is string => typeof one === 'string' && one !== '' && !CONSOLE.test(one),
  );
  return (text ?? 'the node gave no reason').replace(ASSERTION, '').trim();
}

/** nodeos logs a format and its values apart: "account ${name}" with {name: "x"}. Objects and lists print as JSON. */
function formatted(format: unknown, data: unknown): unknown {
  if (typeof format !== 'string' || !isJsonObject(data)) return format;
  // A value is written once, however often the format names it: a hostile node's may be megabytes.
  const texts = new Map<string, string>();
  return shortened(format, MAX_FORMAT_CHARACTERS).replace(/\$\{([^${}]*)\}/g, (whole, name: string) => {
    const value = data[name];
    if (value === undefined) return whole;
    const known = texts.get(name) ?? textOf(value) ?? whole;
    texts.set(name, known);
    return known;
  });
}

/** Printing a value that is nested without end would exhaust the stack. */
function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1));
}

/** Undefined for a value that is nested too deep. */
function textOf(value: unknown): string | undefined {
  if (!isWithin(value, MAX_VALUE_DEPTH)) return undefined;
  return shortened(typeof value === 'object' ? JSON.stringify(value) : String(value), MAX_VALUE_CHARACTERS);
}
