import type { Schema } from '../src';

const KEYWORDS = new Set([
  ...['type', 'description', 'enum', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'items', 'properties', 'required', 'additionalProperties', 'default'],
]);

const LOOK_AROUND = /\(\?[=!<]/;

/**
 * What a model provider or an MCP client would trip over in `schema`: anything outside the subset
 * all of them understand. Empty when it is portable.
 */
export function portabilityProblems(schema: Schema, side: 'input' | 'output', path = '$'): string[] {
  const problems = Object.keys(schema)
    .filter((keyword) => !KEYWORDS.has(keyword))
    .map((keyword) => `${path}: keyword ${keyword}`);
  if (typeof schema.type !== 'string') problems.push(`${path}: no single type`);
  if (schema.enum?.some((value) => typeof value !== 'string')) problems.push(`${path}: enum of non-strings`);
  if (schema.pattern !== undefined && LOOK_AROUND.test(schema.pattern)) problems.push(`${path}: look-around`);
  if ((schema.description ?? '').length > 1024) problems.push(`${path}: description over 1024 characters`);
  if (schema.type === 'object') problems.push(...objectProblems(schema, side, path));
  if (schema.type === 'array' && schema.items === undefined) problems.push(`${path}: array without items`);
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, member]) => [`${path}.${name}`, member] as const,
  );
  const items = schema.items === undefined ? [] : [[`${path}[]`, schema.items] as const];
  return [
    ...problems,
    ...[...members, ...items].flatMap(([where, part]) => portabilityProblems(part, side, where)),
  ];
}

function objectProblems(schema: Schema, side: 'input' | 'output', path: string): string[] {
  const problems: string[] = [];
  if (schema.properties === undefined) problems.push(`${path}: object without properties`);
  if (side === 'input' && schema.additionalProperties !== false)
    problems.push(`${path}: open to unknown members`);
  if (side === 'output' && schema.additionalProperties !== undefined) problems.push(`${path}: closed answer`);
  const undeclared = (schema.required ?? []).filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
  return [...problems, ...undeclared.map((name) => `${path}: requires undeclared ${name}`)];
}
