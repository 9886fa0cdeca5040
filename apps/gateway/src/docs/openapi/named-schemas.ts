import { POSITIVE_DECIMAL_PATTERN } from '@app/antelope';
import { NAME_PATTERN, NETWORKS } from '@app/chain-tools';
import { type DeploymentTerms, type Schema, withTerms } from '@app/tooling';
import { PAIR } from '../../formatting/deployment-terms';

/** A schema of the document, or a reference to one. */
export type DocumentSchema = Schema & { readonly $ref?: string };

/** Words about one use of a shared schema: they stay where it is used, beside the reference. */
const WORDS = ['description', 'default', 'example', 'examples'] as const;

interface NamedSchema {
  readonly name: string;
  readonly description: string;
  readonly describes: (member: string, rules: Schema) => boolean;
  /** The documented rules, where they are narrower than those of the input. */
  readonly documented?: (rules: Schema) => Schema;
}

/** Value types of the API that many inputs and answers share, in the order they are tried. */
const namedSchemas = (terms: DeploymentTerms): readonly NamedSchema[] => [
  {
    name: 'Network',
    description: 'A network of the gateway',
    describes: (_member, { enum: values }) => values?.join() === NETWORKS.join(),
  },
  {
    name: 'Pair',
    description: withTerms('A trading pair: {{pairs.meanings}}', terms),
    describes: (_member, { enum: values }) =>
      values !== undefined && values.join() === terms.choices[PAIR]?.values.join(),
  },
  {
    name: 'PermissionName',
    description: 'A permission of an account: 1 to 12 characters of a-z, 1-5 and "."',
    describes: (member, { pattern }) => member === 'permission' && pattern === NAME_PATTERN,
  },
  {
    name: 'AccountName',
    description: 'An account of the chain: 1 to 12 characters of a-z, 1-5 and "."',
    describes: (_member, { pattern }) => pattern === NAME_PATTERN,
  },
  {
    name: 'Amount',
    description:
      'An amount or a price greater than zero, at most the decimals of its token. Send a string: it is exact in ' +
      'every language. A JSON number is accepted where its decimal form is exact.',
    describes: (_member, { oneOf }) =>
      oneOf?.some(({ pattern }) => pattern === POSITIVE_DECIMAL_PATTERN) === true,
    // The text alone: a generated client then has one type, and it is the exact one.
    documented: ({ oneOf }) => oneOf?.find(({ type }) => type === 'string') ?? {},
  },
];

/**
 * Replaces the value types that many members share by references to named components, so that
 * generated clients have one type for each.
 *
 * @returns the components that are referred to; `schemas` themselves are changed in place.
 */
export function nameSharedSchemas(schemas: Iterable<Schema>, terms: DeploymentTerms): Record<string, Schema> {
  const components: Record<string, Schema> = {};
  const shared = namedSchemas(terms);
  for (const schema of schemas) visit(schema, shared, components);
  return components;
}

function visit(schema: Schema, shared: readonly NamedSchema[], components: Record<string, Schema>): void {
  if (schema.items !== undefined) visit(schema.items, shared, components);
  const { properties = {} } = schema;
  for (const [member, value] of Object.entries(properties)) {
    visit(value, shared, components);
    const { words, rules } = split(value);
    const named = shared.find(({ describes }) => describes(member, rules));
    if (named === undefined) continue;
    const { name, description, documented = (all: Schema) => all } = named;
    components[name] ??= { ...documented(rules), description };
    properties[member] = referenceTo(named.name, words);
  }
}

/** A reference with words of its own beside it, as OpenAPI 3.1 allows. */
function referenceTo(name: string, words: Partial<Schema>): DocumentSchema {
  return { $ref: `#/components/schemas/${name}`, ...words };
}

function split(schema: Schema): { words: Partial<Schema>; rules: Schema } {
  const isWord = ([key]: [string, unknown]) => (WORDS as readonly string[]).includes(key);
  const entries = Object.entries(schema);
  return {
    words: Object.fromEntries(entries.filter(isWord)),
    rules: Object.fromEntries(entries.filter((entry) => !isWord(entry))),
  };
}
