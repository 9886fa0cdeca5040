import { code, table } from './markdown.mjs';
import { answersOf } from './client-types.mjs';
import { memberRows, resolved, sampleOf } from './schema-walk.mjs';

const limits = ({ pattern, minimum, maximum, minLength, maxLength }) =>
  [
    pattern && `\`${pattern}\``,
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `to ${maximum}`,
    minLength !== undefined && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
  ]
    .filter(Boolean)
    .join(', ');

/** The member of every input and of every answer, described once. */
const NETWORK = '`network`';

function inputRows(schema, components) {
  const required = new Set(schema.required ?? []);
  const own = memberRows(schema, components).filter(([path]) => path !== NETWORK);
  return own.map(([path, type, description]) => {
    const name = path.slice(1, -1);
    const member = name.split('.').reduce((at, part) => {
      const [, key, list] = /^([^[]*)(\[\])?$/.exec(part);
      const own = resolved(at.properties[key], components);
      return list === undefined ? own : resolved(own.items, components);
    }, schema);
    const shown = [type, limits(member)].filter(Boolean).join(', ');
    return [required.has(name) ? `${path} (required)` : path, shown, description];
  });
}

/** `[status, code, example]` of the refusals of an operation. */
const errorRows = ({ responses }) =>
  ['400', '429'].flatMap((status) =>
    Object.values(responses[status].content['application/json'].examples ?? {}).map(({ value }) => [
      status,
      `\`${value.code}\``,
      `\`${value.error}\``,
    ]),
  );

const errorTable = (rows) => table(['status', 'code', 'example of `error`'], rows);
const memberTable = (rows) => table(['member', 'type', 'meaning'], rows);
const isListedIn = (rows) => {
  const listed = new Set(rows.map(String));
  return (row) => listed.has(String(row));
};

/** The refusals that every tool of a bucket has. */
function sharedErrors(operations) {
  const buckets = Object.values(Object.groupBy(operations, (operation) => operation['x-rate-limit-bucket']));
  const shared = buckets.flatMap(([first, ...others]) =>
    others.reduce((rows, other) => rows.filter(isListedIn(errorRows(other))), errorRows(first)),
  );
  return [...new Map(shared.map((row) => [String(row), row])).values()];
}

const isProposal = (answer, { proposal }) =>
  proposal.required.every((name) => answer.properties[name] !== undefined);

/** The sentences that the descriptions of all operations end with. */
function sharedEnding(operations) {
  const [first, ...others] = operations.map(({ description }) => description.split(/(?<=\.) /));
  let count = 0;
  while (others.every((sentences) => sentences.at(-1 - count) === first.at(-1 - count))) count += 1;
  return first.slice(first.length - count).join(' ');
}

/** Members of an answer that the section of all tools and that of proposals leave unsaid. */
function answerText(answer, { proposal, components }) {
  const rows = memberRows(answer, components).filter((row) => row[0] !== NETWORK);
  if (!isProposal(answer, { proposal })) return `Answer:\n\n${memberTable(rows)}`;
  const isCommon = isListedIn(memberRows(proposal, components));
  const own = rows.filter((row) => !isCommon(row));
  const kind = 'a [proposal](#a-proposal)';
  return own.length === 0 ? `Answer: ${kind}.` : `Answer: ${kind}, with\n\n${memberTable(own)}`;
}

/** Members that the short answer lacks; those of a member that is missing are not listed. */
function conciseText(answer, concise, { components }) {
  const has = new Set(memberRows(resolved(concise, components), components).map(([path]) => path));
  const missing = memberRows(answer, components)
    .map(([path]) => path)
    .filter((path) => !has.has(path));
  const isWithin = (path, outer) => path !== outer && path.slice(1).startsWith(outer.slice(1, -1));
  const shown = missing.filter((path) => !missing.some((outer) => isWithin(path, outer)));
  return `With \`"detail":"concise"\` the answer has the member \`detail\` and lacks ${shown.join(', ')}.`;
}

/** A sample of a proposal without the members that say nothing about the tool. */
const proposalSample = ({ summary, actions, ...rest }, { proposal }) => ({
  summary,
  actions: actions.map(({ account, name, data }) => ({ account, name, data })),
  ...Object.fromEntries(Object.entries(rest).filter(([name]) => proposal.properties[name] === undefined)),
});

const sampleJson = (value) => code('json', JSON.stringify(value, null, 2));

function toolSection(operation, shared) {
  const { components } = shared;
  const body = operation.requestBody.content['application/json'];
  const { schema, example: recorded } = operation.responses['200'].content['application/json'];
  const { answer: full, concise } = answersOf(schema);
  const answer = resolved(full, components);
  const example = Object.values(body.examples)[0].value;
  const name = operation.operationId;
  const fields = inputRows(resolved(body.schema, components), components);
  const isShared = isListedIn(shared.errors);
  const errors = errorRows(operation).filter((row) => !isShared(row));
  const sample = recorded ?? sampleOf(answer, components);
  const parts = [
    `### ${name}`,
    `**${operation.summary}.** ${operation.description.replace(shared.ending, '').trim()}`,
    `Bucket: ${operation['x-rate-limit-bucket']}.${operation['x-extension'] ? ' An extension.' : ''}`,
    fields.length > 0 && table(['field', 'allowed', 'meaning'], fields),
    answerText(answer, shared),
    concise !== undefined && !isProposal(answer, shared) && conciseText(answer, concise, shared),
    code('sh', `curl -s http://127.0.0.1:3000/v1/tools/${name} -d '${JSON.stringify(example)}'`),
    `<details><summary>Sample answer${errors.length > 0 ? ' and errors' : ''}</summary>`,
    sampleJson(isProposal(answer, shared) ? proposalSample(sample, shared) : sample),
    errors.length > 0 && errorTable(errors),
    '</details>',
  ];
  return parts.filter(Boolean).join('\n\n') + '\n';
}

/** Section of what all tools share. */
const sharedSection = ({ errors, ending, wholeSample, proposal, concise, components }) => `## All tools

Each takes \`network\` (\`mainnet\` or \`testnet\`; default: mainnet), and its answer has the member \`network\`, the network that answered. The bucket says which [limit](limits.md) counts a call. An extension is a tool that the contract does not name. Each can refuse a call like this:

${errorTable(errors)}

### A proposal

Answer of the tools that compose. ${ending} [push_transaction](#push_transaction) says how to sign.

${memberTable(memberRows(proposal, components).filter((row) => row[0] !== NETWORK))}

${conciseText(proposal, concise, { components })} It is signed and pushed like a full one; \`next\` does not mention a wallet.

<details><summary>A whole proposal</summary>

${sampleJson(wholeSample)}

</details>

The samples below leave out what says nothing about the tool: the bytes, who signs, \`simulation\`, \`next\`, \`expires\` and \`esr\`.
`;

/** docs/reference/tools.md, by area, from the OpenAPI document. */
export function toolsPage({ paths, tags, components: { schemas: components } }) {
  const operations = Object.entries(paths)
    .filter(([route]) => route.startsWith('/v1/tools/'))
    .map(([, { post }]) => post);
  const areas = tags
    .map((tag) => ({ ...tag, operations: operations.filter((operation) => operation.tags[0] === tag.name) }))
    .filter((area) => area.operations.length > 0);
  const proposal = components.ProposalAnswer;
  const composing = operations.filter(({ responses }) =>
    isProposal(resolved(answersOf(responses['200'].content['application/json'].schema).answer, components), {
      proposal,
    }),
  );
  const shared = {
    components,
    proposal,
    concise: components.ConciseProposalAnswer,
    errors: sharedErrors(operations),
    ending: sharedEnding(composing),
    wholeSample: composing[0].responses['200'].content['application/json'].example,
  };
  const links = areas.map(({ name, operations: own }) => [
    name,
    own.map(({ operationId }) => `[${operationId}](#${operationId})`).join(' '),
  ]);
  const sections = areas.map(
    ({ name, description, operations: own }) =>
      `## ${name}\n\n${description}.\n\n${own.map((operation) => toolSection(operation, shared)).join('\n')}`,
  );
  return `# Tools

Generated by \`npm run docs\` from the tools themselves: the same declarations make the REST routes, the OpenAPI document (\`/docs/openapi.json\`) and the MCP tools. Sample answers show the format; their values are not from one state of the chain. A refusal is \`{error, code}\`: a text, and one of the [error codes](../how-to/troubleshooting.md#error-codes), which never change.

${table(['area', 'tools'], links)}

${sharedSection(shared)}
${sections.join('\n')}`;
}
