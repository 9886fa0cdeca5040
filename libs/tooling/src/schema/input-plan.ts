import type { Type } from '@nestjs/common';
import { FieldDeclaration, fieldsOf } from './field-declaration';
import type { Schema } from './schema';

/** Computed once per input class: its fields with the defaults of its initializers. */
export interface InputPlan {
  type: Type<object>;
  fields: readonly PlannedField[];
  names: ReadonlySet<string>;
}

/** A field of an input with its default and the plan of its own fields. */
export interface PlannedField extends FieldDeclaration {
  default: Schema['default'];
  nestedPlan?: InputPlan;
}

const plans = new WeakMap<Type<object>, InputPlan>();

/** The plan of an input class, made at its first use. Classes without fields are refused. */
export function planOf(type: Type<object>): InputPlan {
  const known = plans.get(type);
  if (known !== undefined) return known;
  const declarations = fieldsOf(type);
  if (declarations.length === 0) throw new Error(`${type.name} declares no fields`);
  const initial = new type() as Record<string, unknown>;
  const fields = declarations.map((field) => plannedField(field, initial[field.name]));
  const plan = { type, fields, names: new Set(fields.map(({ name }) => name)) };
  plans.set(type, plan);
  return plan;
}

function plannedField(field: FieldDeclaration, initial: unknown): PlannedField {
  const defaultValue = field.schema.default ?? (initial as Schema['default']);
  return {
    ...field,
    required: field.required && defaultValue === undefined,
    schema: defaultValue === undefined ? field.schema : { ...field.schema, default: defaultValue },
    default: defaultValue,
    ...(field.nested === undefined ? {} : { nestedPlan: planOf(field.nested()) }),
  };
}
