import type { Schema } from './schema';

type JsonType = NonNullable<Schema['type']> | 'null';

/** The schema of an answer as MCP clients read it: every member declared, several types as a list. */
export interface OutputSchema {
  type?: JsonType | JsonType[];
  description?: string;
  enum?: (string | number | null)[];
  items?: OutputSchema;
  properties?: Record<string, OutputSchema>;
  required?: string[];
}

/** A member without a type needs words: without them it is an empty schema, which some clients refuse. */
const ANY_JSON = 'Any JSON';

/**
 * `schema` of an answer without composition keywords and without `nullable`: a member that may be null
 * or of two types lists its types, a member of any type has a description and no type. Every member of
 * the answer is declared, because typed clients drop the ones that are not. Descriptions stand in OpenAPI alone, to
 * keep tools/list short.
 */
export function outputSchema(schema: Schema): OutputSchema {
  const { description, enum: values, nullable, items, properties, required } = schema;
  const types = typesOf(schema);
  return {
    ...(types.length === 0 ? { description: description ?? ANY_JSON } : { type: only(types) }),
    ...(values === undefined ? {} : { enum: nullable === true ? [...values, null] : values }),
    ...(items === undefined ? {} : { items: outputSchema(items) }),
    ...(properties === undefined ? {} : { properties: memberSchemas(properties) }),
    ...(required === undefined ? {} : { required }),
  };
}

function memberSchemas(properties: Record<string, Schema>): Record<string, OutputSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, outputSchema(member)]));
}

function typesOf({ type, oneOf, nullable }: Schema): JsonType[] {
  const types = oneOf === undefined ? [type] : oneOf.map((branch) => branch.type);
  const known = types.filter((one) => one !== undefined);
  return known.length > 0 && nullable === true ? [...known, 'null'] : known;
}

function only(types: JsonType[]): JsonType | JsonType[] {
  return types.length === 1 ? (types[0] as JsonType) : types;
}
