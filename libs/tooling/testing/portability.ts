import type { OutputSchema, Schema } from '../src';

const INPUT_KEYWORDS = new Set([
  ...['type', 'description', 'enum', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'items', 'properties', 'required', 'additionalProperties', 'default'],
]);
const OUTPUT_KEYWORDS = new Set(['type', 'description', 'enum', 'items', 'properties', 'required']);

const LOOK_AROUND = /\(\?[=!<]/;
const MAX_DESCRIPTION_CHARACTERS = 1024;

/**
 * Constructs in `schema` of an input that a model provider or an MCP client may not support: anything outside the
 * subset all of them understand. Empty when it is portable.
 */
export function inputProblems(schema: Schema, path = '$'): string[] {
  const problems = sharedProblems(schema, INPUT_KEYWORDS, path);
  if (typeof schema.type !== 'string') problems.push(`${path}: no single type`);
  if (schema.enum?.some((value) => typeof value !== 'string')) problems.push(`${path}: enum of non-strings`);
  if (schema.pattern !== undefined && LOOK_AROUND.test(schema.pattern)) problems.push(`${path}: look-around`);
  if (schema.type === 'object' && schema.additionalProperties !== false) {
    problems.push(`${path}: open to unknown members`);
  }
  return [...problems, ...partsOf(schema, path).flatMap(([where, part]) => inputProblems(part, where))];
}

/** As `inputProblems`, of an answer: several types are allowed, and no type where there are words. */
export function outputProblems(schema: OutputSchema, path = '$'): string[] {
  const problems = sharedProblems(schema, OUTPUT_KEYWORDS, path);
  if (path === '$' && schema.type !== 'object') problems.push(`${path}: not an object`);
  if (schema.type === undefined && schema.description === undefined) {
    problems.push(`${path}: neither type nor description`);
  }
  return [...problems, ...partsOf(schema, path).flatMap(([where, part]) => outputProblems(part, where))];
}

function sharedProblems(
  schema: Schema | OutputSchema,
  keywords: ReadonlySet<string>,
  path: string,
): string[] {
  const types = [schema.type].flat();
  const undeclared = (schema.required ?? []).filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
  return [
    ...Object.keys(schema)
      .filter((keyword) => !keywords.has(keyword))
      .map((keyword) => `${path}: keyword ${keyword}`),
    ...((schema.description ?? '').length > MAX_DESCRIPTION_CHARACTERS
      ? [`${path}: description over ${MAX_DESCRIPTION_CHARACTERS} characters`]
      : []),
    ...(types.includes('object') && schema.properties === undefined
      ? [`${path}: object without properties`]
      : []),
    ...(types.includes('array') && schema.items === undefined ? [`${path}: array without items`] : []),
    ...undeclared.map((name) => `${path}: requires undeclared ${name}`),
  ];
}

/** The schemas inside `schema` with their paths. */
function partsOf<S extends { items?: S; properties?: Record<string, S> }>(
  schema: S,
  path: string,
): [string, S][] {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]): [string, S] => [
    `${path}.${name}`,
    member,
  ]);
  return schema.items === undefined ? members : [...members, [`${path}[]`, schema.items]];
}
