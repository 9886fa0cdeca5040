import type { Type } from '@nestjs/common';
import { defined, FieldOptions, inputField } from './field-rule';
import { MAX_SAFE_INTEGER, Schema } from '../schema/schema';
import { alternatives, described, quoted } from '../errors/wording';

/** An integer from `minimum` (0) to `maximum` (2^53 - 1). */
export function IntegerField(
  options: FieldOptions<number> & { minimum?: number; maximum?: number } = {},
): PropertyDecorator {
  const { minimum = 0, maximum = MAX_SAFE_INTEGER } = options;
  return inputField(options, { type: 'integer', minimum, maximum });
}

/** How long a text may be (in characters) and what it must look like. */
export interface TextLimits {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

export interface TextOptions extends FieldOptions<string>, TextLimits {
  /** Says in words what `pattern` asks for: `must be lower-case hex`. */
  patternReason?: string;
}

/** A text. Text that is not well-formed Unicode is refused: it has no bytes to put on a chain. */
export function TextField(options: TextOptions = {}): PropertyDecorator {
  const { pattern, patternReason } = options;
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  return inputField(options, textSchema(options), {
    reason: (value) =>
      patternReason !== undefined && typeof value === 'string' && expression?.test(value) === false
        ? `${patternReason}, got ${quoted(value)}`
        : undefined,
    beyondSchema: malformedText,
  });
}

function textSchema({ minLength, maxLength, pattern }: TextLimits): Schema {
  return defined({ type: 'string', minLength, maxLength, pattern });
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function malformedText(value: unknown): string | undefined {
  const isMalformed = typeof value === 'string' && LONE_SURROGATE.test(value);
  return isMalformed ? 'is not well-formed Unicode text' : undefined;
}

/** One of `values`; strings, numbers or both (REST takes both, MCP is told of the strings). */
export function EnumField<T extends string | number>(
  values: readonly T[],
  options: FieldOptions<T> = {},
): PropertyDecorator {
  const texts = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0) return inputField(options, { type: 'string', enum: texts });
  if (texts.length === 0) return inputField(options, { type: 'integer', enum: numbers });
  const oneOf: Schema[] = [
    { type: 'string', enum: texts },
    { type: 'integer', enum: numbers },
  ];
  // The schema would name the values of one type only.
  const isOne = (value: unknown) => (values as readonly unknown[]).includes(value);
  const reason = (value: unknown) =>
    isOne(value) ? undefined : `must be ${alternatives(values)}, got ${described(value)}`;
  return inputField(options, { oneOf }, { reason });
}

/** true or false. */
export function BooleanField(options: FieldOptions<boolean> = {}): PropertyDecorator {
  return inputField(options, { type: 'boolean' });
}

/**
 * A string or an integer from 0 to 2^53 - 1, handed on as it came: keys of tables and the like, which
 * reach further than a JSON number does. Other numbers are refused; as a string they may be sent, of at most
 * `maxLength` characters.
 */
export function StringOrNumberField(
  options: FieldOptions<string | number> & { maxLength?: number } = {},
): PropertyDecorator {
  const { maxLength } = options;
  const number: Schema = { type: 'integer', minimum: 0, maximum: MAX_SAFE_INTEGER };
  return inputField(
    options,
    { oneOf: [textSchema({ maxLength }), number] },
    { reason: uncertainNumber, beyondSchema: malformedText },
  );
}

function uncertainNumber(value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (Math.abs(value) > MAX_SAFE_INTEGER)
    return `${value} is too large to be exact as a JSON number: send it as a string`;
  return Number.isInteger(value) && value >= 0
    ? undefined
    : `as a JSON number it must be an integer of at least 0, got ${value}: send it as a string`;
}

/** An object with fields of its own, declared by the class. */
export function ObjectField(type: () => Type<object>, options: FieldOptions<never> = {}): PropertyDecorator {
  return inputField(options, { type: 'object' }, { nested: type });
}

export interface TextListOptions extends FieldOptions<string[]> {
  minItems?: number;
  maxItems?: number;
  /** Requirement of each item. */
  item?: TextLimits & { description?: string };
}

/** A list of texts. */
export function TextListField(options: TextListOptions = {}): PropertyDecorator {
  const { minItems, maxItems, item = {} } = options;
  const items = defined({ ...textSchema(item), description: item.description });
  return inputField(options, defined({ type: 'array', minItems, maxItems, items }));
}
