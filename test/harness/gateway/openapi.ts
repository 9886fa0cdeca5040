/** The part of OpenAPI that the document of the tools uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface MediaType {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: Record<string, unknown> }>>;
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** One tool as the public document describes it. */
export interface DocumentedTool {
  readonly name: string;
  readonly example: Record<string, unknown>;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

const PREFIX = '/v1/tools/';

/** Every example input of every tool. */
export async function exampleInputs(
  gatewayUrl: string,
): Promise<{ tool: string; input: Record<string, unknown> }[]> {
  const document = (await (await fetch(`${gatewayUrl}/docs/openapi.json`)).json()) as OpenApiDocument;
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith(PREFIX))
    .flatMap(([path, { post }]) =>
      Object.values(post?.requestBody?.content['application/json']?.examples ?? {}).map(({ value }) => ({
        tool: path.slice(PREFIX.length),
        input: value,
      })),
    );
}

export async function documentedTools(gatewayUrl: string): Promise<DocumentedTool[]> {
  const document = (await (await fetch(`${gatewayUrl}/docs/openapi.json`)).json()) as OpenApiDocument;
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);
    if (name === undefined) return schema.allOf?.length === 1 ? resolve(schema.allOf[0]!) : schema;
    return resolve(document.components!.schemas![name]!);
  };
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith(PREFIX))
    .map(([path, { post }]) => {
      const media = post!.requestBody!.content['application/json']!;
      const { properties = {}, required = [] } = resolve(media.schema);
      return {
        name: path.slice(PREFIX.length),
        example: Object.values(media.examples ?? {})[0]!.value,
        properties: Object.fromEntries(
          Object.entries(properties).map(([field, schema]) => [field, resolve(schema)]),
        ),
        required,
      };
    });
}
