import { DECIMAL_PATTERN, isName } from '@app/antelope';
import type { Type } from '@nestjs/common';
import { amountReason } from './amount-rule';
import { inputField } from './field-rule';
import { MAX_SAFE_INTEGER, NAME_PATTERN, Schema } from './schema';
import { quoted } from './wording';

/** What every field may say. A field with a default, in the options or as initializer, is optional. */
export interface FieldOptions<T> {
  description?: string;
  optional?: boolean;
  default?: T;
  example?: T;
}

function common<T>({ description, default: defaultValue, example }: FieldOptions<T>): Schema {
  return {
    ...(description === undefined ? {} : { description }),
    ...(defaultValue === undefined ? {} : { default: defaultValue as string | number | boolean }),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

function isRequired<T>(options: FieldOptions<T>): boolean {
  return options.optional !== true && options.default === undefined;
}

const NAME = new RegExp(NAME_PATTERN);

function nameField(what: string, options: FieldOptions<string>): PropertyDecorator {
  return inputField((name) => ({
    name,
    required: isRequired(options),
    schema: { type: 'string', pattern: NAME_PATTERN, ...common(options) },
    reason: (value) =>
      typeof value === 'string' && !NAME.test(value)
        ? `must be ${what}: 1 to 12 characters of a-z, 1-5 and ".", got ${quoted(value)}`
        : undefined,
    // the chain drops trailing dots: "bob." would silently become "bob"
    beyondSchema: (value) =>
      !isName(String(value))
        ? `${quoted(String(value))} is not a name of the chain: it ends with a dot`
        : undefined,
  }));
}

/** An account name: spec 1, section 1.8. Names the chain would silently change are refused too. */
export function AccountField(options: FieldOptions<string> = {}): PropertyDecorator {
  return nameField('an account name', {
    description: 'Account name on the chain',
    example: 'alice',
    ...options,
  });
}

/** The permission a proposal is signed with; `active` unless told otherwise. */
export function PermissionField(options: FieldOptions<string> = {}): PropertyDecorator {
  return nameField('a permission name', {
    description: 'Permission to sign with: active, or a restricted agent permission',
    default: 'active',
    ...options,
  });
}

/**
 * An amount or a price: a decimal string or a JSON number, greater than zero, handed on as it came
 * (declare the property `string | number`). Whether a number is exact enough, and the decimals and
 * maximum of the token, are for `parseAmount` to judge once the token is known.
 */
export function AmountField(options: FieldOptions<string> = {}): PropertyDecorator {
  return inputField((name) => ({
    name,
    required: isRequired(options),
    schema: {
      oneOf: [
        { type: 'string', pattern: DECIMAL_PATTERN },
        { type: 'number', exclusiveMinimum: 0, maximum: MAX_SAFE_INTEGER },
      ],
      ...common({ example: '1.5', ...options }),
    },
    reason: (value) => amountReason(value),
  }));
}

/** An integer from `minimum` (0) to `maximum` (2^53 - 1). */
export function IntegerField(
  options: FieldOptions<number> & { minimum?: number; maximum?: number } = {},
): PropertyDecorator {
  const { minimum = 0, maximum = MAX_SAFE_INTEGER } = options;
  return inputField((name) => ({
    name,
    required: isRequired(options),
    schema: { type: 'integer', minimum, maximum, ...common(options) },
  }));
}

/** How long a text may be (in characters) and what it must look like; `patternReason` says the latter in words. */
export interface TextOptions extends FieldOptions<string> {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  patternReason?: string;
}

/** A text. Text that is not well-formed Unicode is refused: it has no bytes to put on a chain. */
export function TextField(options: TextOptions = {}): PropertyDecorator {
  const { minLength, maxLength, pattern, patternReason } = options;
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  return inputField((name) => ({
    name,
    required: isRequired(options),
    schema: {
      type: 'string',
      ...(minLength === undefined ? {} : { minLength }),
      ...(maxLength === undefined ? {} : { maxLength }),
      ...(pattern === undefined ? {} : { pattern }),
      ...common(options),
    },
    reason: (value) =>
      patternReason !== undefined && typeof value === 'string' && expression?.test(value) === false
        ? `${patternReason}, got ${quoted(value)}`
        : undefined,
    beyondSchema: malformedText,
  }));
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function malformedText(value: unknown): string | undefined {
  return typeof value === 'string' && LONE_SURROGATE.test(value)
    ? 'is not well-formed Unicode text'
    : undefined;
}

/** One of `values`; strings, numbers or both (REST takes both, MCP is told of the strings). */
export function EnumField<T extends string | number>(
  values: readonly T[],
  options: FieldOptions<T> = {},
): PropertyDecorator {
  const texts = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number');
  const branches: Schema[] = [
    ...(texts.length > 0 ? [{ type: 'string', enum: texts } as const] : []),
    ...(numbers.length > 0 ? [{ type: 'integer', enum: numbers } as const] : []),
  ];
  const [only] = branches;
  return inputField((name) => ({
    name,
    required: isRequired(options),
    schema: { ...(branches.length === 1 ? only : { oneOf: branches }), ...common(options) },
  }));
}

/** true or false. */
export function BooleanField(options: FieldOptions<boolean> = {}): PropertyDecorator {
  return inputField((name) => ({
    name,
    required: isRequired(options),
    schema: { type: 'boolean', ...common(options) },
  }));
}

/** A string or a number, handed on as it came; numbers that are not exact are refused. */
export function StringOrNumberField(options: FieldOptions<string | number> = {}): PropertyDecorator {
  return inputField((name) => ({
    name,
    required: isRequired(options),
    schema: {
      oneOf: [{ type: 'string' }, { type: 'number', minimum: -MAX_SAFE_INTEGER, maximum: MAX_SAFE_INTEGER }],
      ...common(options),
    },
    reason: (value) =>
      typeof value === 'number' && Math.abs(value) > MAX_SAFE_INTEGER && Number.isFinite(value)
        ? `${value} is too large to be exact as a JSON number: send it as a string`
        : undefined,
    beyondSchema: malformedText,
  }));
}

/** An object with fields of its own, declared by the class. */
export function ObjectField(type: () => Type<object>, options: FieldOptions<never> = {}): PropertyDecorator {
  return inputField((name) => ({
    name,
    required: isRequired(options),
    schema: { type: 'object', ...common(options) },
    nested: type,
  }));
}

/** A list of texts; the text options are those of each item. */
export function TextListField(
  options: {
    item?: Omit<TextOptions, 'optional' | 'default'>;
    minItems?: number;
    maxItems?: number;
  } & FieldOptions<string[]> = {},
): PropertyDecorator {
  const { minLength, maxLength, pattern, description } = options.item ?? {};
  return inputField((name) => ({
    name,
    required: isRequired(options),
    schema: {
      type: 'array',
      ...(options.minItems === undefined ? {} : { minItems: options.minItems }),
      ...(options.maxItems === undefined ? {} : { maxItems: options.maxItems }),
      items: {
        type: 'string',
        ...(minLength === undefined ? {} : { minLength }),
        ...(maxLength === undefined ? {} : { maxLength }),
        ...(pattern === undefined ? {} : { pattern }),
        ...(description === undefined ? {} : { description }),
      },
      ...common(options),
    },
  }));
}
