import type { Schema } from '../schema/schema';
import { alternatives, described, quoted } from '../errors/wording';

/** One thing that is wrong with a value: `path` leads from the field to it (`[0]`, or nothing). */
export interface Problem {
  path: string;
  reason: string;
}

const WHOLE_NUMBER = /^-?[0-9]+$/;

/** Whether `value` is what JSON Schema calls `type`. */
function isOfType(type: NonNullable<Schema['type']>, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}

const ARTICLE = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
} as const;

function wrongType(expected: string, types: readonly Schema['type'][], value: unknown): string {
  const reason = `must be ${expected}, got ${described(value)}`;
  const wantsNumber = types.includes('integer') || types.includes('number');
  const isQuoted =
    typeof value === 'string' &&
    ((wantsNumber && WHOLE_NUMBER.test(value)) ||
      (types.includes('boolean') && (value === 'true' || value === 'false')));
  return isQuoted ? `${reason}: send it without quotes` : reason;
}

function numberReason({ minimum, maximum, exclusiveMinimum }: Schema, value: number): string | undefined {
  if (!Number.isFinite(value)) return 'must be a finite number';
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return `must be greater than ${exclusiveMinimum}`;
  if (minimum !== undefined && maximum !== undefined && (value < minimum || value > maximum)) {
    return `must be from ${minimum} to ${maximum}, got ${value}`;
  }
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}, got ${value}`;
  if (maximum !== undefined && value > maximum) return `must be at most ${maximum}, got ${value}`;
  return undefined;
}

const patterns = new Map<string, RegExp>();

function matches(pattern: string, text: string): boolean {
  let compiled = patterns.get(pattern);
  if (compiled === undefined) {
    compiled = new RegExp(pattern, 'u');
    patterns.set(pattern, compiled);
  }
  return compiled.test(text);
}

function textReason(
  { minLength = 0, maxLength = Infinity, pattern }: Schema,
  text: string,
): string | undefined {
  // A character has two units at most. The text may be as long as a body: its characters are not counted.
  if (text.length > 4 * maxLength)
    return `must have at most ${maxLength} characters, has more than ${2 * maxLength}`;
  // JSON Schema counts characters, JavaScript UTF-16 units: count exactly only where it can matter
  const length =
    text.length <= minLength * 2 || text.length > maxLength ? Array.from(text).length : text.length;
  if (length < minLength)
    return minLength === 1
      ? 'must not be empty'
      : `must have at least ${minLength} characters, has ${length}`;
  if (length > maxLength) return `must have at most ${maxLength} characters, has ${length}`;
  if (pattern !== undefined && !matches(pattern, text)) return `must match ${pattern}, got ${quoted(text)}`;
  return undefined;
}

function itemProblems({ minItems = 0, maxItems = Infinity, items }: Schema, list: unknown[]): Problem[] {
  if (list.length < minItems)
    return [
      {
        path: '',
        reason: `must have at least ${minItems} item${minItems === 1 ? '' : 's'}, has ${list.length}`,
      },
    ];
  if (list.length > maxItems)
    return [{ path: '', reason: `must have at most ${maxItems} items, has ${list.length}` }];
  if (items === undefined) return [];
  return list.flatMap((item, index) =>
    schemaProblems(items, item).map(({ path, reason }) => ({ path: `[${index}]${path}`, reason })),
  );
}

/**
 * Problems of `value` by `schema`: none exactly when JSON Schema accepts it. An object's
 * members are not looked at; they have declarations of their own.
 */
export function schemaProblems(schema: Schema, value: unknown): Problem[] {
  if (schema.oneOf !== undefined) {
    const types = schema.oneOf.map(({ type }) => type);
    const branch = schema.oneOf.find(({ type }) => type !== undefined && isOfType(type, value));
    if (branch !== undefined) return schemaProblems(branch, value);
    const expected = schema.oneOf.flatMap(({ type }) => (type === undefined ? [] : [ARTICLE[type]]));
    return [{ path: '', reason: wrongType(alternatives(expected), types, value) }];
  }
  if (schema.type !== undefined && !isOfType(schema.type, value)) {
    return [{ path: '', reason: wrongType(ARTICLE[schema.type], [schema.type], value) }];
  }
  if (Array.isArray(value)) return itemProblems(schema, value);
  const reason = scalarReason(schema, value);
  return reason === undefined ? [] : [{ path: '', reason }];
}

function scalarReason(schema: Schema, value: unknown): string | undefined {
  if (schema.enum !== undefined && !(schema.enum as unknown[]).includes(value)) {
    return `must be ${alternatives(schema.enum)}, got ${described(value)}`;
  }
  if (typeof value === 'number') return numberReason(schema, value);
  if (typeof value === 'string') return textReason(schema, value);
  return undefined;
}
