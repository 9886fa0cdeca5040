import { applyDecorators, type Type } from '@nestjs/common';
import { ValidateIf, ValidateNested } from 'class-validator';
import { declareField, type Reason } from '../schema/field-declaration';
import type { Schema } from '../schema/schema';

/** Options of every field. A field with a default, in the options or as initializer, is optional. */
export interface FieldOptions<T> {
  description?: string;
  optional?: boolean;
  default?: T;
  example?: T;
}

/** A decorator of class-validator, the constraint name it reports, and the reason to show for it. */
export type Rule = readonly [constraint: string, decorator: PropertyDecorator, reason: Reason];

/**
 * Declares a field of `schema` whose rules class-validator checks in the order given; the first one that
 * refuses the value is reported.
 * @param nested the class of an object's members
 */
export function inputField<T>(
  options: FieldOptions<T>,
  schema: Schema,
  rules: readonly Rule[],
  nested?: () => Type<object>,
): PropertyDecorator {
  const { description, optional = false, default: defaultValue, example } = options;
  const declared = defined({
    ...schema,
    description,
    default: defaultValue as Schema['default'],
    examples: example === undefined ? undefined : [example],
  });
  const reasons = new Map(rules.map(([constraint, , reason]) => [constraint, reason]));
  const required = !optional && defaultValue === undefined;
  return applyDecorators(
    (prototype: object, property: string | symbol) => {
      declareField(prototype, { name: String(property), required, schema: declared, nested, reasons });
    },
    // not IsOptional, which lets null pass as well
    ...(optional ? [ValidateIf((_input, value) => value !== undefined)] : []),
    ...rules.map(([, decorator]) => decorator),
    ...(nested === undefined ? [] : [ValidateNested()]),
  );
}

/** The schema without keywords that are not set. */
export function defined(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
