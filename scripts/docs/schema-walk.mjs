// Reads the schemas of an OpenAPI document.

/** The schema with its references resolved; members beside a reference take precedence. */
export function resolved(schema, components) {
  const { $ref, allOf = [], anyOf = [], ...own } = schema;
  const parts = [
    ...($ref === undefined ? [] : [components[$ref.slice($ref.lastIndexOf('/') + 1)]]),
    ...allOf,
  ];
  const object = anyOf.find((part) => part.$ref !== undefined);
  const isNullable = anyOf.some(({ type }) => type === 'null');
  const merged = Object.assign(
    {},
    ...[...parts, ...(object ? [object] : [])].map((part) => resolved(part, components)),
    own,
  );
  return isNullable ? { ...merged, type: [merged.type ?? 'object', 'null'] } : merged;
}

const typeOf = ({ type, oneOf, enum: values }) => {
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (oneOf) return oneOf.map((part) => part.type).join(' or ');
  return type === undefined ? 'any JSON' : [type].flat().join(' or ');
};

/** `[path, type, description]` of every member, those of objects in lists as `list[].member`. */
export function memberRows(schema, components, prefix = '') {
  return Object.entries(schema.properties ?? {}).flatMap(([name, declared]) => {
    const member = resolved(declared, components);
    const items = member.items && resolved(member.items, components);
    const path = `${prefix}${name}`;
    return [
      [`\`${path}\``, items ? `list of ${typeOf(items)}` : typeOf(member), member.description ?? ''],
      ...memberRows(member, components, `${path}.`),
      ...(items ? memberRows(items, components, `${path}[].`) : []),
    ];
  });
}

/** A sample answer, built from the examples of its members. */
export function sampleOf(schema, components) {
  const { example, examples, properties, items, type, enum: values } = resolved(schema, components);
  if (example !== undefined) return example;
  if (examples?.length > 0) return examples[0];
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, sampleOf(member, components)]),
    );
  }
  if (items) return [sampleOf(items, components)];
  if (values) return values[0];
  return [type].flat().includes('null') || type === undefined
    ? null
    : ({ boolean: false, integer: 0, number: 0 }[type] ?? '');
}
