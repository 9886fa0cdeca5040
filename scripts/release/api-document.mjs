// The API document of the last release, without texts and examples: the base of the check for breaking changes.

const TEXTS = new Set(['description', 'summary', 'example', 'examples', 'externalDocs']);
/** Members whose own members are names, which no word of the format is. */
const NAMES = new Set([
  ...['paths', 'schemas', 'properties', 'patternProperties', '$defs', 'dependentSchemas'],
  ...['responses', 'headers', 'content', 'callbacks', 'links', 'requestBodies', 'securitySchemes'],
]);

function withoutTexts(value, areNames) {
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item, false));
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).filter(([name]) => areNames || !TEXTS.has(name));
  return Object.fromEntries(
    members.map(([name, member]) => [name, withoutTexts(member, !areNames && NAMES.has(name))]),
  );
}

/** @returns one line of JSON for each path and schema, so that a change of the file can be read */
export function compactDocument(document) {
  const { paths, components, ...rest } = withoutTexts(document, false);
  const rows = (members) =>
    Object.entries(members)
      .map(([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(member)}`)
      .join(',\n');
  const { schemas, ...others } = components;
  const head = JSON.stringify({ ...rest }).slice(0, -1);
  return `${head},\n"paths":{\n${rows(paths)}\n},\n"components":{\n${rows(others)},\n"schemas":{\n${rows(schemas)}\n}}}\n`;
}
