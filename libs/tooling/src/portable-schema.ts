import type { Schema } from './schema';

const NUMBER_TOO = 'A JSON number is accepted too.';

/**
 * `schema` in the subset every MCP client and model provider understands: no composition keywords,
 * one type on every property, string enums, nothing nullable. Where an input takes a string or a
 * number the string is advertised and the description says the rest. A member of an answer that has
 * no single type (null, any JSON) is told in words only: a client that checks answers against the
 * schema must never refuse a true one.
 */
export function portableSchema(schema: Schema): Schema {
  const { oneOf, default: defaultValue, properties, items, ...rest } = schema;
  delete rest.examples;
  const text = oneOf?.find(({ type }) => type === 'string');
  const flat: Schema =
    text === undefined ? rest : { ...text, ...rest, description: sentence(rest.description, NUMBER_TOO) };
  const isDefaultFit =
    defaultValue !== undefined && (flat.type !== 'string' || typeof defaultValue === 'string');
  return {
    ...flat,
    ...(isDefaultFit ? { default: defaultValue } : {}),
    ...(items === undefined ? {} : { items: portableSchema(items) }),
    ...(properties === undefined ? {} : portableMembers(properties, flat)),
  };
}

function sentence(first: string | undefined, second: string): string {
  if (first === undefined) return second;
  return `${first}${/[.!?]$/.test(first) ? '' : '.'} ${second}`;
}

function portableMembers(properties: Record<string, Schema>, parent: Schema): Partial<Schema> {
  const isAnswer = parent.additionalProperties !== false;
  const entries = Object.entries(properties);
  const told = isAnswer ? entries.filter(([, member]) => !hasSingleType(member)) : [];
  const declared = entries.filter(([name]) => !told.some(([other]) => other === name));
  const names = new Set(declared.map(([name]) => name));
  const required = parent.required?.filter((name) => names.has(name));
  return {
    properties: Object.fromEntries(declared.map(([name, member]) => [name, portableSchema(member)])),
    ...(told.length === 0
      ? {}
      : { description: sentence(parent.description, `Also: ${told.map(inWords).join('; ')}.`) }),
    ...(required === undefined ? {} : { required }),
  };
}

function hasSingleType({ type, nullable, items }: Schema): boolean {
  return type !== undefined && nullable !== true && (items === undefined || hasSingleType(items));
}

function inWords([name, schema]: [string, Schema]): string {
  const nullable = schema.nullable === true ? ' or null' : '';
  const description = schema.description === undefined ? '' : `, ${schema.description.replace(/\.$/, '')}`;
  return `${name} (${kindInWords(schema)}${nullable}${description})`;
}

function kindInWords({ oneOf, type, items }: Schema): string {
  if (oneOf !== undefined) return 'integer or decimal string';
  return type === 'array' ? `list of ${kindInWords(items ?? {})}` : (type ?? 'any JSON');
}
