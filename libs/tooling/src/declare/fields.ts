import type { Type } from '@nestjs/common';
import {
  ARRAY_MAX_SIZE,
  ARRAY_MIN_SIZE,
  ArrayMaxSize,
  ArrayMinSize,
  IS_ARRAY,
  IS_BOOLEAN,
  IS_IN,
  IS_INT,
  IS_OBJECT,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  MAX,
  Max,
  MIN,
  Min,
} from 'class-validator';
import { MAX_SAFE_INTEGER, type Schema } from '../schema/schema';
import { IsTextOrSafeInteger, TEXT_OR_SAFE_INTEGER } from '../validate/constraints';
import { noneOf, outOfRange, tooFewItems, tooManyItems, wrongType } from '../validate/reasons';
import { type FieldOptions, inputField } from './input-field';
import {
  lengthRules,
  noPrivateKey,
  patternRule,
  type TextLimits,
  textRules,
  textSchema,
  wellFormed,
} from './text-rules';

/** An integer from `minimum` (0) to `maximum` (2^53 - 1). */
export function IntegerField(
  options: FieldOptions<number> & { minimum?: number; maximum?: number } = {},
): PropertyDecorator {
  const { minimum = 0, maximum = MAX_SAFE_INTEGER } = options;
  const range = (value: unknown) => outOfRange(minimum, maximum, value);
  return inputField(options, { type: 'integer', minimum, maximum }, [
    [IS_INT, IsInt(), (value) => wrongType(['integer'], value)],
    [MIN, Min(minimum), range],
    [MAX, Max(maximum), range],
  ]);
}

/** Limits, pattern and description of a text. */
export interface TextOptions extends FieldOptions<string>, TextLimits {
  /** Says in words what `pattern` asks for: `must be lower-case hex`. */
  patternReason?: string;
}

/** A text. Text that is not well-formed Unicode is refused: it has no bytes to put on a chain. */
export function TextField(options: TextOptions = {}): PropertyDecorator {
  const { pattern, patternReason, ...limits } = options;
  const hasWords = pattern !== undefined && patternReason !== undefined;
  return inputField(options, textSchema(options), [
    noPrivateKey,
    // a reason in words is worth more than one about the length
    ...(hasWords ? [patternRule(pattern, patternReason), ...lengthRules(limits)] : textRules(options)),
    wellFormed,
  ]);
}

/** One of `values`; strings, numbers or both (REST takes both, the MCP schema lists the strings). */
export function EnumField<T extends string | number>(
  values: readonly T[],
  options: FieldOptions<T> = {},
): PropertyDecorator {
  const texts = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number');
  const schemas: Schema[] = [
    ...(texts.length === 0 ? [] : [{ type: 'string', enum: texts } as const]),
    ...(numbers.length === 0 ? [] : [{ type: 'integer', enum: numbers } as const]),
  ];
  const [only] = schemas;
  const schema = only !== undefined && schemas.length === 1 ? only : { oneOf: schemas };
  return inputField(options, schema, [[IS_IN, IsIn([...values]), noOtherType]]);

  function noOtherType(value: unknown): string {
    if (numbers.length === 0 && typeof value !== 'string') return wrongType(['string'], value);
    if (texts.length === 0 && !Number.isInteger(value)) return wrongType(['integer'], value);
    return noneOf(values, value);
  }
}

/** true or false. */
export function BooleanField(options: FieldOptions<boolean> = {}): PropertyDecorator {
  return inputField(options, { type: 'boolean' }, [
    [IS_BOOLEAN, IsBoolean(), (value) => wrongType(['boolean'], value)],
  ]);
}

/**
 * A string or an integer from 0 to 2^53 - 1, passed on as it came: keys of tables and the like, which
 * reach further than a JSON number does. Other numbers are refused; as a string they may be sent, of at most
 * `maxLength` characters.
 */
export function StringOrNumberField(
  options: FieldOptions<string | number> & { maxLength?: number } = {},
): PropertyDecorator {
  const { maxLength } = options;
  const number: Schema = { type: 'integer', minimum: 0, maximum: MAX_SAFE_INTEGER };
  return inputField(options, { oneOf: [textSchema({ maxLength }), number] }, [
    noPrivateKey,
    [TEXT_OR_SAFE_INTEGER, IsTextOrSafeInteger(), uncertainNumber],
    ...lengthRules({ maxLength }),
    wellFormed,
  ]);
}

function uncertainNumber(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return wrongType(['string', 'integer'], value);
  return Math.abs(value) > MAX_SAFE_INTEGER
    ? `${value} is too large to be exact as a JSON number: send it as a string`
    : `as a JSON number it must be an integer of at least 0, got ${value}: send it as a string`;
}

/** An object with fields of its own, declared by the class. */
export function ObjectField(type: () => Type<object>, options: FieldOptions<never> = {}): PropertyDecorator {
  const rule = [IS_OBJECT, IsObject(), (value: unknown) => wrongType(['object'], value)] as const;
  return inputField(options, { type: 'object' }, [rule], type);
}

/** A list of objects with fields of their own, declared by the class. */
export function ObjectListField(
  type: () => Type<object>,
  { minItems, maxItems, ...options }: FieldOptions<never> & { minItems: number; maxItems: number },
): PropertyDecorator {
  const rules = [
    [IS_ARRAY, IsArray(), (value: unknown) => wrongType(['array'], value)],
    [ARRAY_MIN_SIZE, ArrayMinSize(minItems), (list: unknown) => tooFewItems(minItems, list)],
    [ARRAY_MAX_SIZE, ArrayMaxSize(maxItems), (list: unknown) => tooManyItems(maxItems, list)],
  ] as const;
  return inputField(options, { type: 'array', minItems, maxItems, items: { type: 'object' } }, rules, type);
}
