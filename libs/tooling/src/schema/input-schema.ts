import type { Type } from '@nestjs/common';
import { InputPlan, planOf } from './input-plan';
import type { Schema } from './schema';

/** The OpenAPI schema of an input class, everything inlined, closed to unknown members. */
export function inputSchemaOf(type: Type<object>): Schema {
  return schemaOf(planOf(type));
}

function schemaOf(plan: InputPlan): Schema {
  const required = plan.fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      plan.fields.map(({ name, schema, nestedPlan }) => [
        name,
        nestedPlan === undefined ? schema : withMembers(schema, schemaOf(nestedPlan)),
      ]),
    ),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

const withMembers = (schema: Schema, members: Schema): Schema =>
  schema.type === 'array' ? { ...schema, items: members } : { ...members, ...schema };
