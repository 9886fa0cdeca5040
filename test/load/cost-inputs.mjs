// Inputs for the search of the dearest request: from the OpenAPI document of the gateway, at random, and by mutation.

// Sizes within the limits of a request and at their edge (docs/reference/limits.md); padding beyond those of a tool too.
const LONG_TEXTS = [200, 2_000, 15_000];
const UNKNOWN_MEMBERS = [1, 63, 190, 480];
const UNKNOWN_PARAMETERS = [1, 50, 63];
const PADDING_BYTES = [1_000, 15_000, 200_000];
const ENCODINGS = ['identity', 'gzip', 'br'];
const NAME_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz12345';
const NAME_LENGTH = 12;
const RANDOM_NUMBERS = 100;
const FRESH = ['name', 'number', 'amount', 'text'];

/** A value that differs in each request that is sent, so that none is at hand. */
const fresh = (kind) => ({ fresh: kind });

/** Any text of 12 letters for each number: a name of the chain. */
function nameOf(number) {
  let left = number;
  return Array.from({ length: NAME_LENGTH }, () => {
    const letter = NAME_CHARACTERS[left % NAME_CHARACTERS.length];
    left = Math.floor(left / NAME_CHARACTERS.length);
    return letter;
  }).join('');
}

const FRESH_VALUES = {
  name: nameOf,
  number: (number) => 1_000_000 + number,
  amount: (number) => `0.${String(10_000 + (number % 10_000_000)).padStart(8, '0')}`,
  text: (number) => `text ${number}`,
};

/** A value with everything that differs each time filled in. */
export function filled(value, number) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => filled(one, number));
  if (typeof value.fresh === 'string') return FRESH_VALUES[value.fresh](number);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, number)]));
}

function schemaAt(document, schema = {}) {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...more } = schema;
  return { ...schemaAt(document, document.components.schemas[$ref.split('/').at(-1)]), ...more };
}

/** Values that the document shows for a member of this name, wherever it does. */
function examplesByName(document) {
  const found = new Map();
  const add = (name, value) => found.set(name, (found.get(name) ?? new Set()).add(value));
  const visit = (value, name) => {
    if (typeof value !== 'object' || value === null) {
      if (name !== undefined) add(name, value);
      return;
    }
    if (Array.isArray(value)) return value.forEach((one) => visit(one, name));
    for (const [member, one] of Object.entries(value)) visit(one, member);
  };
  for (const path of Object.values(document.paths))
    for (const { requestBody, parameters = [] } of Object.values(path)) {
      for (const { examples = {} } of Object.values(requestBody?.content ?? {}))
        for (const { value } of Object.values(examples)) visit(value);
      for (const { name, example } of parameters) if (example !== undefined) visit(example, name);
    }
  for (const { properties = {} } of Object.values(document.components.schemas))
    for (const [name, schema] of Object.entries(properties))
      for (const example of schemaAt(document, schema).examples ?? []) visit(example, name);
  return new Map([...found].map(([name, values]) => [name, [...values]]));
}

/** Only the chain of the default network runs. */
const withoutNetwork = (input) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'network'));

/**
 * The requests that the document describes.
 * @returns [{ method, path, isTool, members: { name: { schema, examples } }, examples: [input] }]
 */
export function operationsOf(document) {
  const known = examplesByName(document);
  const member = (name, schema) => [
    name,
    { schema: schemaAt(document, schema), examples: known.get(name) ?? [] },
  ];
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation['x-rate-limit-bucket'] !== undefined)
      .map(([method, { requestBody, parameters = [] }]) => {
        const content = requestBody?.content?.['application/json'] ?? {};
        const { properties = {} } = schemaAt(document, content.schema);
        const members = [
          ...Object.entries(properties).map(([name, schema]) => member(name, schema)),
          ...parameters.map(({ name, schema }) => member(name, schema)),
        ].filter(([name]) => name !== 'network');
        const examples = Object.values(content.examples ?? {}).map(({ value }) => withoutNetwork(value));
        return {
          method: method.toUpperCase(),
          path,
          isTool: path.startsWith('/v1/tools/'),
          members: Object.fromEntries(members),
          examples: examples.length > 0 ? examples : [{}],
        };
      }),
  );
}

/**
 * The requests of MCP besides the tools.
 * @param lists { resources, prompts } as the gateway lists them
 */
export function mcpOperationsOf(document, { resources, prompts }) {
  const known = examplesByName(document);
  const values = (name) => ({ schema: { type: 'string' }, examples: known.get(name) ?? [] });
  const operation = (method, examples, members = {}) => ({
    ...{ method: 'POST', path: '/mcp', rpc: method, isTool: false, examples },
    members: { _meta: { schema: {}, examples: [{}] }, ...members },
  });
  const uris = resources.map(({ uri }) => uri).filter((uri) => !uri.includes('testnet'));
  const argumentsOf = ({ arguments: all = [] }) =>
    all
      .filter(({ name }) => name !== 'network' && known.has(name))
      .map(({ name }) => [name, String(known.get(name)[0])]);
  return [
    ...['ping', 'tools/list', 'resources/list', 'resources/templates/list', 'prompts/list', 'nothing'].map(
      (method) => operation(method, [{}]),
    ),
    operation(
      'resources/read',
      uris.map((uri) => ({ uri })),
      { uri: { schema: { type: 'string' }, examples: uris } },
    ),
    operation(
      'prompts/get',
      prompts.map((prompt) => ({ name: prompt.name, arguments: Object.fromEntries(argumentsOf(prompt)) })),
      { name: values('name') },
    ),
  ];
}

/** A value of a member: one that the document shows, one within its bounds, one that differs each time, a long text. */
function valueOf({ schema, examples }, random) {
  const { enum: choices, minimum = 0, maximum = minimum + RANDOM_NUMBERS, type } = schema;
  const values = [
    ...examples,
    ...(choices ?? []),
    ...(type === 'integer' ? [minimum, maximum, minimum + random.integer(RANDOM_NUMBERS)] : []),
    ...(type === 'boolean' ? [true, false] : []),
    ...FRESH.map(fresh),
  ];
  return random.chance(20) ? 'x'.repeat(random.oneOf(LONG_TEXTS)) : random.oneOf(values);
}

/** A request of an operation: one of its examples with random values for some members. */
export function generate(operation, random) {
  const names = Object.keys(operation.members).filter(() => random.chance(4));
  const changes = names.map((name) => [name, valueOf(operation.members[name], random)]);
  return {
    operation,
    input: { ...random.oneOf(operation.examples), ...Object.fromEntries(changes) },
    overMcp: operation.isTool && random.chance(3),
    ...{ unknown: 0, padding: 0, encoding: 'gzip' },
  };
}

const MUTATIONS = [
  (candidate, random) => {
    const name = random.oneOf(Object.keys(candidate.operation.members));
    const value = valueOf(candidate.operation.members[name], random);
    return { ...candidate, input: { ...candidate.input, [name]: value } };
  },
  (candidate, random) => {
    const name = random.oneOf(Object.keys(candidate.input));
    return { ...candidate, input: { ...candidate.input, [name]: fresh(random.oneOf(FRESH)) } };
  },
  ({ input, ...candidate }, random) => {
    const left = random.oneOf(Object.keys(input));
    return {
      ...candidate,
      input: Object.fromEntries(Object.entries(input).filter(([name]) => name !== left)),
    };
  },
  (candidate, random) => ({
    ...candidate,
    unknown: random.oneOf(candidate.operation.method === 'GET' ? UNKNOWN_PARAMETERS : UNKNOWN_MEMBERS),
  }),
  (candidate, random) => ({ ...candidate, padding: random.oneOf(PADDING_BYTES) }),
  (candidate, random) => ({ ...candidate, encoding: random.oneOf(ENCODINGS) }),
  (candidate) => ({ ...candidate, overMcp: candidate.operation.isTool && !candidate.overMcp }),
];

/** A candidate with one change; the same one where the change does not apply to it. */
export function mutate(candidate, random) {
  const mutation = random.oneOf(MUTATIONS);
  const hasMembers = Object.keys(candidate.operation.members).length > 0;
  const isApplicable = hasMembers && Object.keys(candidate.input).length > 0;
  return isApplicable
    ? mutation(candidate, random)
    : { ...candidate, unknown: random.oneOf(UNKNOWN_PARAMETERS) };
}

/** The input of a candidate as it is sent the n-th time. */
function inputOf({ input, unknown, padding }, number) {
  const more = Array.from({ length: unknown }, (_, index) => [`unknown_${index}`, 'x']);
  if (padding > 0) more.push(['padding', 'x'.repeat(padding)]);
  return filled({ ...input, ...Object.fromEntries(more) }, number);
}

function queryOf(input) {
  const pairs = Object.entries(input).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

/** A candidate as requests: { path, method, body, headers }, with functions where each request differs. */
export function requestOf(candidate, next) {
  const { operation, overMcp, encoding } = candidate;
  const headers = { 'accept-encoding': encoding };
  const input = () => inputOf(candidate, next());
  const message = (method, params) => ({
    ...{ path: '/mcp', method: 'POST', headers },
    body: () => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params() }),
  });
  if (operation.rpc !== undefined) return message(operation.rpc, input);
  if (overMcp)
    return message('tools/call', () => ({ name: operation.path.split('/').at(-1), arguments: input() }));
  if (operation.method === 'GET')
    return { path: () => operation.path + queryOf(input()), method: 'GET', headers };
  return { path: operation.path, method: 'POST', body: () => JSON.stringify(input()), headers };
}

const MOST_CHARACTERS = 160;

function nameOfRequest({ method, path, rpc }, overMcp) {
  if (rpc !== undefined) return `MCP ${rpc}`;
  return overMcp ? `MCP ${path.split('/').at(-1)}` : `${method} ${path}`;
}

/** A candidate in a short line: fresh values in angle brackets, long texts and what was added by their sizes. */
export function describeCandidate({ operation, input, overMcp, unknown, padding, encoding }) {
  const shorten = (_, value) => {
    if (typeof value?.fresh === 'string') return `<fresh ${value.fresh}>`;
    return typeof value === 'string' && value.length > 60 ? `<${value.length} characters>` : value;
  };
  const text = JSON.stringify(input, shorten);
  const parts = [
    nameOfRequest(operation, overMcp),
    text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}...` : text,
    unknown > 0 ? `${unknown} unknown members` : '',
    padding > 0 ? `${padding} bytes of padding` : '',
    encoding === 'gzip' ? '' : `accept-encoding ${encoding}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}
