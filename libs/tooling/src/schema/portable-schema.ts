import type { Schema } from './schema';

/**
 * `schema` of an input in the subset every MCP client and model provider understands: no composition
 * keywords, one type on every property, string enums, nothing nullable. Where an input takes a string
 * or a number the string is advertised; a decimal string says that a number is accepted too.
 */
export function portableSchema(schema: Schema): Schema {
  const { oneOf, default: defaultValue, properties, items, ...rest } = schema;
  delete rest.examples;
  const flat = oneOf === undefined ? rest : asText(oneOf, rest);
  const isDefaultFit =
    defaultValue !== undefined && (flat.type !== 'string' || typeof defaultValue === 'string');
  return {
    ...flat,
    ...(isDefaultFit ? { default: defaultValue } : {}),
    ...(items === undefined ? {} : { items: portableSchema(items) }),
    ...(properties === undefined ? {} : { properties: portableMembers(properties) }),
  };
}

function portableMembers(properties: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, portableSchema(member)]),
  );
}

function asText(oneOf: readonly Schema[], rest: Schema): Schema {
  const text = oneOf.find(({ type }) => type === 'string');
  const description = sentences(rest.description, alsoAccepted(oneOf));
  return { ...text, ...rest, ...(description === undefined ? {} : { description }) };
}

/** Numbers that the string does not stand for are named one by one. */
function alsoAccepted(oneOf: readonly Schema[]): string {
  const numbers = oneOf.flatMap(({ type, enum: values }) => (type === 'string' ? [] : (values ?? [])));
  return numbers.length === 0 ? 'A JSON number is accepted too.' : `${numbers.join(' or ')} is accepted too.`;
}

function sentences(first: string | undefined, second: string): string {
  if (first === undefined) return second;
  return `${first}${/[.!?]$/.test(first) ? '' : '.'} ${second}`;
}
