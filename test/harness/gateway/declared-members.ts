import type { OutputSchema } from '@app/tooling';

/** The part of an OpenAPI schema that declares the members of an answer. */
export interface DocumentedSchema {
  readonly $ref?: string;
  readonly allOf?: readonly DocumentedSchema[];
  readonly anyOf?: readonly DocumentedSchema[];
  readonly items?: DocumentedSchema;
  readonly properties?: Readonly<Record<string, DocumentedSchema>>;
}

/** Paths of all members that a schema declares, those of lists with `[]`. */
export function declaredMembers(schema: OutputSchema, path = ''): string[] {
  const inner = schema.items === undefined ? [] : declaredMembers(schema.items, `${path}[]`);
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
    `${path}.${name}`,
    ...declaredMembers(member, `${path}.${name}`),
  ]);
  return [...inner, ...members];
}

/** As `declaredMembers`, of a schema of an OpenAPI document. */
export function documentedMembers(
  schema: DocumentedSchema,
  components: Readonly<Record<string, DocumentedSchema>>,
  path = '',
): string[] {
  const { $ref, allOf = [], anyOf = [], items, properties = {} } = schema;
  const within = (part: DocumentedSchema, where: string): string[] =>
    documentedMembers(part, components, where);
  const named = $ref === undefined ? [] : within(components[$ref.split('/').at(-1)!]!, path);
  return [
    ...named,
    ...[...allOf, ...anyOf].flatMap((part) => within(part, path)),
    ...(items === undefined ? [] : within(items, `${path}[]`)),
    ...Object.entries(properties).flatMap(([name, member]) => [
      `${path}.${name}`,
      ...within(member, `${path}.${name}`),
    ]),
  ];
}

/** Paths of the members of `value` that its schema does not declare. Members of a field of any JSON are not checked. */
export function undeclaredMembers(schema: OutputSchema, value: unknown, path = ''): string[] {
  if (schema.type === undefined || value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => undeclaredMembers(schema.items ?? {}, item, `${path}[]`));
  }
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const declared = schema.properties?.[name];
    return declared === undefined
      ? [`${path}.${name}`]
      : undeclaredMembers(declared, member, `${path}.${name}`);
  });
}
