import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
} from 'class-validator';

/**
 * Names as the node query API documents them: a name, a basic name, a bid name or a privileged name. Source:
 * docs/reference/rules.md, mirror.
 */
const NODE_NAME =
  /^(?:[a-z1-5][a-z1-5.]{0,10}[a-z1-5][a-j]?|[a-z][a-z1-5]{11}[a-j]?|[a-z1-5]{1,12}[a-j]?|eosio\.[a-z1-5]{1,6}[a-j]?)$/;

const MAX_NAME_CHARACTERS = 12;
/** Numbers of blocks have 32 bits. */
const MAX_BLOCK_NUM = 2 ** 32 - 1;
const DIGITS = /^-?\d+$/;

interface FieldOptions {
  readonly description: string;
  readonly example?: ApiPropertyOptions['example'];
  readonly required?: boolean;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && DIGITS.test(value));

const property = (
  { description, example, required = false }: FieldOptions,
  schema: ApiPropertyOptions,
): PropertyDecorator =>
  ApiProperty({
    description,
    required,
    ...(example === undefined ? {} : { example }),
    ...schema,
  } as ApiPropertyOptions);

/** The rules of a member that only hold for values of one kind: a node reads texts as numbers and the reverse. */
const when = (
  member: string,
  holds: (value: unknown) => boolean,
  ...rules: PropertyDecorator[]
): PropertyDecorator =>
  applyDecorators(
    ValidateIf((body: Record<string, unknown>) => holds(body[member])),
    ...rules,
  ) as PropertyDecorator;

const onMember =
  (decorate: (member: string) => PropertyDecorator): PropertyDecorator =>
  (target, member) => {
    decorate(String(member))(target, member);
  };

/** A lower bound of a number, which a body may hold as digits. */
const AtLeast = (minimum: number): PropertyDecorator =>
  ValidateBy({
    name: 'min',
    validator: {
      validate: (value) => Number(value) >= minimum,
      defaultMessage: () => `$property must not be less than ${minimum}`,
    },
  });

/** An account or contract name in a body. A value that is no text is left to the node. */
export const NameMember = (options: FieldOptions): PropertyDecorator =>
  onMember((member) =>
    applyDecorators(
      property(options, { type: 'string', pattern: NODE_NAME.source }),
      when(member, isText, Matches(NODE_NAME)),
    ),
  );

/** A text in a body without rules of its own. */
export const TextMember = (options: FieldOptions): PropertyDecorator =>
  applyDecorators(property(options, { type: 'string' }), IsOptional());

/** A text in a body, `minimum` to `maximum` characters. */
export const SizedTextMember = (
  options: FieldOptions,
  minimum: number,
  maximum?: number,
): PropertyDecorator =>
  onMember((member) =>
    applyDecorators(
      property(options, { type: 'string', minLength: minimum, ...(maximum ? { maxLength: maximum } : {}) }),
      when(member, isText, maximum === undefined ? MinLength(minimum) : Length(minimum, maximum)),
    ),
  );

/** A text in a body that matches a pattern. */
export const PatternMember = (options: FieldOptions, pattern: RegExp): PropertyDecorator =>
  onMember((member) =>
    applyDecorators(
      property(options, { type: 'string', pattern: pattern.source }),
      when(member, isText, Matches(pattern)),
    ),
  );

/** A number in a body, as number or as digits. */
export const NumberMember = (options: FieldOptions, minimum?: number): PropertyDecorator =>
  onMember((member) =>
    applyDecorators(
      property(options, { type: 'integer', ...(minimum === undefined ? {} : { minimum }) }),
      minimum === undefined ? IsOptional() : when(member, isNumeric, AtLeast(minimum)),
    ),
  );

/** A boolean in a body without rules of its own. A value of another kind is left to the node. */
export const BooleanMember = (options: FieldOptions): PropertyDecorator =>
  applyDecorators(property(options, { type: 'boolean' }), IsOptional());

const TEXT_OR_NUMBER: ApiPropertyOptions = { oneOf: [{ type: 'string' }, { type: 'integer' }] };

/** A member without rules, a text or a number where no other schema is given; the node reads it. */
export const AnyMember = (
  options: FieldOptions,
  schema: ApiPropertyOptions = TEXT_OR_NUMBER,
): PropertyDecorator => applyDecorators(property(options, schema), IsOptional());

const presence = ({ required = false }: FieldOptions): PropertyDecorator[] =>
  required ? [] : [IsOptional()];

/** A text in a query, `minimum` to `maximum` characters. */
export const TextParameter = (options: FieldOptions, minimum?: number, maximum?: number): PropertyDecorator =>
  applyDecorators(
    property(options, {
      type: 'string',
      ...(minimum === undefined ? {} : { minLength: minimum }),
      ...(maximum === undefined ? {} : { maxLength: maximum }),
    }),
    ...presence(options),
    IsString(),
    ...lengthRules(minimum, maximum),
  );

function lengthRules(minimum?: number, maximum?: number): PropertyDecorator[] {
  if (maximum !== undefined) return [Length(minimum ?? 0, maximum)];
  return minimum === undefined ? [] : [MinLength(minimum)];
}

/** An account name in a query: 1 to 12 characters. */
export const NameParameter = (options: FieldOptions): PropertyDecorator =>
  TextParameter(options, 1, MAX_NAME_CHARACTERS);

/** The number of a text of digits. Other texts stay, and are refused: `Number` reads an empty one as 0. */
const ReadDigits = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && DIGITS.test(value) ? Number(value) : value,
  );

/** A whole number in a query. */
export const NumberParameter = (options: FieldOptions, minimum?: number): PropertyDecorator =>
  applyDecorators(
    property(options, { type: 'integer', ...(minimum === undefined ? {} : { minimum }) }),
    ...presence(options),
    ReadDigits(),
    IsInt(),
    ...(minimum === undefined ? [] : [Min(minimum)]),
  );

/** The number of a block in a query. */
export const BlockNumParameter = (options: FieldOptions): PropertyDecorator =>
  applyDecorators(NumberParameter(options, 1), Max(MAX_BLOCK_NUM));

/** `true` or `false` in a query. */
export const BooleanParameter = (options: FieldOptions): PropertyDecorator =>
  applyDecorators(
    property(options, { type: 'boolean' }),
    ...presence(options),
    Transform(({ value }: { value: unknown }) =>
      value === 'true' ? true : value === 'false' ? false : value,
    ),
    IsBoolean(),
  );

/** A point in time in a query: ISO 8601, or a block number. */
export const TimeParameter = (options: FieldOptions): PropertyDecorator =>
  onMember((member) =>
    applyDecorators(
      property(options, { type: 'string' }),
      ...presence(options),
      when(
        member,
        (value) => value !== undefined && !isNumeric(value),
        IsISO8601({}, { message: '$property must be a time in ISO 8601 or a block number' }),
      ),
    ),
  );

/** A text in a query that is one of `values`. */
export const ChoiceParameter = (options: FieldOptions, values: readonly string[]): PropertyDecorator =>
  applyDecorators(
    property(options, { type: 'string', enum: [...values] }),
    ...presence(options),
    IsIn(values),
  );
