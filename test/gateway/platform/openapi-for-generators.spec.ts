import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadSettings } from '@app/operations';
import { listTools, type ToolDefinition } from '@app/tooling';
import type { INestApplication } from '@nestjs/common';
import { Ajv2020 } from 'ajv/dist/2020';
import { createGateway } from '../../../apps/gateway/src/create-gateway';

interface Member {
  readonly $ref?: string;
  readonly description?: string;
}
interface Media {
  readonly schema: { readonly $ref: string; readonly anyOf?: readonly { readonly $ref: string }[] };
  readonly example?: {
    readonly summary: readonly string[];
    readonly actions: readonly object[];
    readonly code?: number;
    readonly statusCode?: number;
  };
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly 'x-tool-kind'?: string;
  readonly requestBody: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, Media>> }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>>;
  readonly tags: readonly { readonly name: string }[];
  readonly components: {
    readonly schemas: Readonly<
      Record<
        string,
        { readonly properties?: Readonly<Record<string, Member>>; readonly required?: readonly string[] }
      >
    >;
  };
}

const JSON_TYPE = 'application/json';

describe('the OpenAPI document for generators of clients', () => {
  let app: INestApplication;
  let tools: readonly ToolDefinition[];
  let all: Document;
  let alone: Document;
  beforeAll(async () => {
    app = await createGateway(loadSettings({ LOG_LEVEL: 'silent', PORT: '0', MANAGEMENT_PORT: '0' }));
    await app.listen(0, '127.0.0.1');
    tools = listTools(app);
    const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
    const load = async (name: string) =>
      (await (await fetch(`http://127.0.0.1:${port}/docs/${name}`)).json()) as Document;
    all = await load('openapi.json');
    alone = await load('tools.json');
  });
  afterAll(() => {
    (app.getHttpServer() as Server).closeAllConnections();
    return app.close();
  });

  it('every route of the node API has the status of a node that refuses, in the form of its errors', () => {
    const operations = Object.values(all.paths).flatMap(({ get, post }) => [get, post]);
    const mirrored = operations.filter((operation) => operation?.tags.some((tag) => tag.startsWith('Node-')));
    expect(mirrored.length).toBeGreaterThan(50);
    for (const operation of mirrored) {
      const { example } = operation!.responses['500']!.content[JSON_TYPE]!;
      expect([example?.code, example?.statusCode]).toContain(500);
    }
  });

  const operationOf = (name: string): Operation => all.paths[`/v1/tools/${name}`]!.post!;
  const inputOf = (name: string) =>
    all.components.schemas[operationOf(name).requestBody.content[JSON_TYPE]!.schema.$ref.split('/').at(-1)!]!;

  // openapi-typescript requires a member with a default of the caller.
  it('an optional member of a request has its default in words alone', () => {
    let described = 0;
    for (const { name, requestSchema } of tools) {
      const { properties = {}, required = [] } = inputOf(name);
      for (const [member, rules] of Object.entries(requestSchema.properties ?? {})) {
        const documented = properties[member]!;
        expect(documented).not.toHaveProperty('default');
        if (rules.default === undefined) continue;
        described += 1;
        const text = rules.default === '' ? '""' : String(rules.default);
        expect(documented.description?.endsWith(`Default: ${text}`)).toBe(true);
        expect(required).not.toContain(member);
      }
    }
    expect(described).toBeGreaterThan(40);
    expect(inputOf('get_orderbook')).toMatchObject({ required: ['pair'] });
    expect(inputOf('transfer')).toMatchObject({ required: ['from', 'to', 'symbol', 'amount'] });
  });

  // get_history leaves data out (null) beside a sentence; explain_transaction answers a text for bytes without an ABI.
  it.each([
    ['HistoryActionAnswer', [true, true, true]],
    ['ExplainedActionAnswer', [true, true, true]],
    ['ProposedActionAnswer', [true, false, false]],
  ])('data of %s may be an object, a text or null by the document: %j', (schema, expected) => {
    const validate = new Ajv2020({ strict: false }).compile(
      all.components.schemas[schema]!.properties!['data']!,
    );
    expect([{ pair: 'btcusd' }, 'a text', null].map((data) => validate(data))).toEqual(expected);
  });

  it('an amount is a text in the document, and the tools accept an exact number as well', () => {
    expect(inputOf('transfer').properties!['amount']).toMatchObject({ $ref: '#/components/schemas/Amount' });
    expect(all.components.schemas['Amount']).toMatchObject({ type: 'string' });
    expect(all.components.schemas['Amount']).not.toHaveProperty('oneOf');
    const transfer = tools.find(({ name }) => name === 'transfer')!;
    for (const amount of ['0.5', 0.5])
      expect(transfer.read({ from: 'alice', to: 'bob', symbol: 'BTC', amount })).toBeDefined();
  });

  it('each compose tool has a recorded answer of its own, which its schema accepts', () => {
    const compose = tools.filter(({ kind }) => kind === 'compose').map(({ name }) => name);
    const ajv = new Ajv2020({ strict: false }).addSchema({ $id: 'document', ...all });
    const seen = new Set<string>();
    for (const name of compose) {
      const { example, schema } = operationOf(name).responses['200']!.content[JSON_TYPE]!;
      const [full] = schema.anyOf ?? [];
      const accepts = ajv.compile({ $ref: `document${full?.$ref}` });
      expect([name, accepts(example), accepts.errors]).toEqual([name, true, null]);
      seen.add(JSON.stringify(example!.summary));
    }
    expect(seen.size).toBe(compose.length);
  });

  it('/docs/tools.json has every tool, and the components and tags that they use alone', () => {
    expect(Object.keys(alone.paths).toSorted()).toEqual(
      tools.map(({ name }) => `/v1/tools/${name}`).toSorted(),
    );
    const text = JSON.stringify(alone);
    for (const [kind, members] of Object.entries(alone.components)) {
      for (const name of Object.keys(members)) expect(text).toContain(`"#/components/${kind}/${name}"`);
    }
    for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
      expect(alone.components).toHaveProperty([kind!, name!]);
    expect(alone.tags.map(({ name }) => name)).toEqual([
      ...['Chain', 'Account', 'Market', 'Lending', 'Bridge', 'Plans', 'Relay'],
    ]);
  });

  it('the tags of the document have no blanks: Swagger UI cannot link to them', () => {
    expect(all.tags.filter(({ name }) => name.includes(' '))).toEqual([]);
  });
});
