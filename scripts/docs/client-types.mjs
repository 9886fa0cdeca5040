// The types of libs/client, from the OpenAPI document of the tools.
import { format } from 'prettier';

const REFERENCE = '#/components/schemas/';
const nameOf = ($ref) => $ref.slice(REFERENCE.length);
const bodyOf = (content) => content.content['application/json'].schema;

const comment = (text) =>
  text === undefined ? '' : `/** ${text.replaceAll('*/', '* /').replaceAll('\n', ' ')} */\n`;

/** The schemas of an answer: the full one, and the short one where a call can ask for it. */
export const answersOf = (schema) => {
  const [answer, concise] = schema.anyOf ?? [schema];
  return { answer, concise };
};

const unionOf = (types) => [...new Set(types)].join(' | ');

/** TypeScript of a schema. A construct without a rule ends the generator: no type is guessed. */
function typeOf(schema) {
  const { $ref, allOf, anyOf, oneOf, type, items, properties, additionalProperties } = schema;
  if ($ref !== undefined) return nameOf($ref);
  const parts = anyOf ?? oneOf;
  if (parts !== undefined) return unionOf(parts.map(typeOf));
  if (allOf !== undefined) return allOf.map(typeOf).join(' & ');
  if (schema.enum !== undefined) return unionOf(schema.enum.map((value) => JSON.stringify(value)));
  if (Array.isArray(type)) return unionOf(type.map((each) => typeOf({ ...schema, type: each })));
  switch (type) {
    case 'array':
      return `readonly (${typeOf(items)})[]`;
    case 'object':
      if (properties !== undefined) return membersOf(schema);
      return `Readonly<Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>>`;
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case undefined:
      return 'unknown';
    default:
      throw new Error(`no TypeScript for a schema of type ${type}`);
  }
}

/** A member with a default is no required one: `required` alone says which a caller must send. */
function membersOf({ properties, required = [] }) {
  const isRequired = new Set(required);
  const members = Object.entries(properties).map(
    ([name, member]) =>
      `${comment(member.description)}readonly ${name}${isRequired.has(name) ? '' : '?'}: ${typeOf(member)};`,
  );
  return `{\n${members.join('\n')}\n}`;
}

/** Names of the schemas that a value refers to, those of the named schemas included. */
export function namesIn(value, schemas, found = new Set()) {
  if (value === null || typeof value !== 'object') return found;
  for (const [key, child] of Object.entries(value)) {
    if (key !== '$ref') namesIn(child, schemas, found);
    else if (!found.has(nameOf(child))) {
      found.add(nameOf(child));
      namesIn(schemas[nameOf(child)], schemas, found);
    }
  }
  return found;
}

/** Where the schema says nothing about itself, the tools that use it do. */
function declaration(name, schema, tools) {
  const user = tools.find(({ input, answer, concise }) =>
    [input.$ref, answer.$ref, concise?.$ref].includes(REFERENCE + name),
  );
  const role = name.endsWith('Input') ? 'Body' : 'Answer';
  const fallback = user === undefined ? `Part of an answer: ${name}.` : `${role} of ${user.name}.`;
  const head = comment(schema.description ?? fallback);
  return schema.properties === undefined
    ? `${head}export type ${name} = ${typeOf(schema)};`
    : `${head}export interface ${name} ${membersOf(schema)}`;
}

/** The tools of a document, with the schemas of their bodies and answers. */
export const toolsOf = ({ paths }) =>
  Object.entries(paths)
    .filter(([route]) => route.startsWith('/v1/tools/'))
    .map(([, { post }]) => ({
      name: post.operationId,
      kind: post['x-tool-kind'],
      summary: post.summary,
      input: bodyOf(post.requestBody),
      ...answersOf(bodyOf(post.responses['200'])),
    }));

/** The schemas with bodies that ask for the full answer: those that ask for the short one have types of their own. */
export function fullSchemas(schemas, tools) {
  const bodies = tools.filter(({ concise }) => concise !== undefined).map(({ input }) => nameOf(input.$ref));
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      bodies.includes(name) ? withDetail(schema, { enum: ['full'] }) : schema,
    ]),
  );
}

const withDetail = (schema, rules) => ({
  ...schema,
  properties: { ...schema.properties, detail: { ...schema.properties.detail, ...rules } },
});

/** The body that asks for the short answer. */
export const conciseBody = (schema) => ({
  ...withDetail(schema, { enum: ['concise'] }),
  required: [...(schema.required ?? []), 'detail'],
});

const toolLine = ({ name, summary, input, answer }) =>
  `${comment(summary)}readonly ${name}: { readonly body: ${typeOf(input)}; readonly answer: ${typeOf(answer)} };`;

const conciseLine = ({ name, input, concise }) =>
  `readonly ${name}: { readonly body: Omit<${typeOf(input)}, 'detail'> & { readonly detail: 'concise' }; readonly answer: ${typeOf(concise)} };`;

/** libs/client/src/generated/tools.ts: bodies, answers and kinds of all tools. */
export function clientTypes(document) {
  const tools = toolsOf(document);
  const schemas = fullSchemas(document.components.schemas, tools);
  const names = [...namesIn(tools, schemas)].sort();
  const text = `// Generated by \`npm run docs\` from the tools themselves.

${names.map((name) => declaration(name, schemas[name], tools)).join('\n\n')}

/** The tools of a gateway: the body and the answer of each. */
export interface Tools {
${tools.map(toolLine).join('\n')}
}

/** The tools that have a short answer: the body that asks for it, and the answer. */
export interface ConciseTools {
${tools
  .filter(({ concise }) => concise !== undefined)
  .map(conciseLine)
  .join('\n')}
}

/** Kinds of the tools: \`read\` may be asked again, \`compose\` makes a proposal, \`relay\` has an effect. */
export const TOOL_KINDS = {
${tools.map(({ name, kind }) => `${name}: '${kind}',`).join('\n')}
} as const;
`;
  return format(text, { parser: 'typescript', singleQuote: true, printWidth: 110, trailingComma: 'all' });
}
