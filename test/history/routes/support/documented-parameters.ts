import type { HistoryClient } from '../../../harness/history/history-client';

interface Named {
  readonly name: string;
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly parameters?: readonly Named[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A route with all parameters of its query, or members of its body. */
export interface DocumentedRoute {
  readonly path: string;
  /** Upper case, in alphabetical order. */
  readonly methods: readonly string[];
  readonly parameters: readonly string[];
}

/** Routes of the index: those of the chain and of the node itself are the gateway's and the node's. */
const INDEXED = /^\/(?:v2\/|v1\/history\/|v1\/trace_api\/|stream)/;

/** The routes of a history node as its OpenAPI document lists them. */
export async function documentedRoutes(history: HistoryClient): Promise<DocumentedRoute[]> {
  const { paths, components } = await history.read<Document>('/v2/docs/json');
  const membersOf = ({ $ref, properties }: Schema): string[] =>
    $ref === undefined
      ? Object.keys(properties ?? {})
      : membersOf(components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  const parametersOf = ({ parameters = [], requestBody }: Operation): string[] => [
    ...parameters.map(({ name }) => name),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => membersOf(schema)),
  ];
  return Object.entries(paths)
    .filter(([path]) => INDEXED.test(path))
    .map(([path, operations]) => ({
      path,
      methods: Object.keys(operations)
        .map((method) => method.toUpperCase())
        .sort(),
      parameters: [...new Set(Object.values(operations).flatMap(parametersOf))],
    }));
}
