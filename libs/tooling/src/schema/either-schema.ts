import type { Schema } from './schema';

/**
 * Schema of both forms of an answer without composition keywords, which several MCP clients refuse: the members of both,
 * and those are required that both require.
 * @throws Error for a member that has another type in each form
 */
export function eitherSchema(one: Schema, other: Schema): Schema {
  if (one.type !== other.type) throw new Error(`both forms have a member of type ${one.type}, ${other.type}`);
  const { properties, items, required, nullable } = one;
  return {
    ...one,
    ...((nullable ?? other.nullable) && { nullable: true as const }),
    ...(items && { items: eitherSchema(items, other.items ?? items) }),
    ...(properties && { properties: eitherMembers(properties, other.properties ?? {}) }),
    ...(required && { required: required.filter((name) => other.required?.includes(name)) }),
  };
}

function eitherMembers(
  one: Readonly<Record<string, Schema>>,
  other: Readonly<Record<string, Schema>>,
): Record<string, Schema> {
  const shared = Object.entries(one).map(([name, schema]) => {
    const twin = other[name];
    return [name, twin === undefined ? schema : eitherSchema(schema, twin)];
  });
  return { ...other, ...Object.fromEntries(shared) } as Record<string, Schema>;
}
