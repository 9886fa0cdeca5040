import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadSettings } from '@app/operations';
import { listTools, type Schema, type ToolDefinition } from '@app/tooling';
import type { INestApplication } from '@nestjs/common';
import { createGateway } from '../../../apps/gateway/src/create-gateway';
import { lenientArguments } from '@app/tooling';
import { checkToolContract } from '../../../libs/chain-tools/testing/tool-contract';
import {
  declaredMembers,
  documentedMembers,
  type DocumentedSchema,
} from '../../harness/gateway/declared-members';
import { allOr, longOr } from '../../harness/long';
import { type Json, statelessRequest, statelessHeaders, send } from '../../harness/gateway/raw-client';

/** Extensions, with the bucket of each, in the order of the list. */
const EXTENSIONS: (readonly [name: string, bucket: string])[] = [
  ['explain_transaction', 'read'],
  ['get_candles', 'read'],
  ['get_history', 'read'],
  ['get_money_in_flight', 'read'],
  ['get_portfolio', 'read'],
  ['get_transaction', 'read'],
  ['compose_plan', 'compose'],
];

/** The tools of the contract. */
const READ = [
  ...['get_account', 'get_account_request', 'get_btc_price', 'get_chain_info', 'get_deposit_address'],
  ...['get_loans', 'get_orderbook', 'get_orders', 'get_pool_stats', 'get_redemption_queue'],
  ...['get_table_rows', 'get_trades', 'get_vault'],
];
const COMPOSE = [
  ...['borrow', 'cancel_loan_request', 'cancel_order', 'cancel_redeem', 'lend', 'place_order', 'redeem'],
  ...['repay', 'setup_vault', 'transfer', 'withdraw_btc', 'withdraw_collateral'],
];
const RELAY = ['push_transaction', 'request_account'];

/** Random inputs of each tool. */
const RUNS = longOr(1000, allOr(200, 40));

describe('the tools of the gateway', () => {
  let app: INestApplication;
  let url: string;
  let tools: ToolDefinition[];
  let document: Document;
  beforeAll(async () => {
    app = await createGateway(loadSettings({ LOG_LEVEL: 'silent', PORT: '0', MANAGEMENT_PORT: '0' }));
    await app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${((app.getHttpServer() as Server).address() as AddressInfo).port}`;
    tools = listTools(app);
    // Once: the gateway closes a connection that rests while thousands of inputs are tried.
    document = (await (await fetch(`${url}/docs/openapi.json`)).json()) as Document;
  });
  afterAll(() => {
    (app.getHttpServer() as Server).closeAllConnections();
    return app.close();
  });

  it('the tools without the mark of an extension are those of the contract, each in its bucket', () => {
    const unmarked = tools.filter(({ isExtension }) => !isExtension);
    expect(unmarked.map(({ name, bucket }) => [name, bucket])).toEqual([
      ...READ.map((name) => [name, 'read']),
      ...COMPOSE.map((name) => [name, 'compose']),
      ...RELAY.map((name) => [name, 'relay']),
    ]);
    const marked = tools.filter(({ isExtension }) => isExtension);
    expect(marked.map(({ name, bucket }) => [name, bucket])).toEqual(EXTENSIONS);
  });

  it('OpenAPI and tools/list mark the same tools as extensions, and ?tools=contract lists no extension', async () => {
    const extensions = EXTENSIONS.map(([name]) => name);
    const { paths } = document;
    const documented = tools.filter(({ name }) => paths[`/v1/tools/${name}`]!.post['x-extension'] === true);
    expect(documented.map(({ name }) => name)).toEqual(extensions);
    const all = await listedAt('/mcp');
    expect(all.filter(({ _meta }) => _meta.extension).map(({ name }) => name)).toEqual(extensions);
    const contract = (await listedAt('/mcp?tools=contract')).map(({ name }) => name);
    expect(contract).toEqual([...READ, ...COMPOSE, ...RELAY]);
  });

  const listedAt = async (path: string): Promise<Listed[]> => {
    const request = statelessRequest('tools/list');
    const { json } = await send(new URL(path, url), request, statelessHeaders('tools/list'));
    return json.result!['tools'] as Listed[];
  };

  it('the tools accept and refuse the same inputs by OpenAPI, by their input class and over MCP', async () => {
    for (const tool of tools) {
      const { requestBody } = document.paths[`/v1/tools/${tool.name}`]!.post;
      const { schema } = requestBody.content['application/json'];
      checkToolContract(tool, withoutReferences(schema, document), lenientArguments, RUNS);
    }
  });

  it('the tools declare every member of their answers, recursively, in the outputSchema', async () => {
    const { paths, components } = document;
    for (const { name, outputSchema } of tools) {
      const answer = paths[`/v1/tools/${name}`]!.post.responses['200']!.content['application/json'].schema;
      // Both forms of an answer have most members.
      const documented = [...new Set(documentedMembers(answer, components.schemas))];
      expect({ name, members: declaredMembers(outputSchema).sort() }).toEqual({
        name,
        members: documented.sort(),
      });
    }
  });

  it('the output schemas describe only members without a type: all others are described in OpenAPI', () => {
    for (const { name, outputSchema } of tools) {
      const described = JSON.stringify(outputSchema).match(/\{"type":[^{}]*"description"/g);
      expect({ name, described }).toEqual({ name, described: null });
    }
  });

  it('the tools are called over a route whose every answer is documented', async () => {
    const document = (await (await fetch(`${url}/docs/openapi.json`)).json()) as {
      paths: Record<string, { post: { responses: object } }>;
    };
    expect(Object.keys(document.paths['/mcp']!.post.responses)).toEqual([
      '200',
      '202',
      '400',
      '403',
      '404',
      '405',
      '413',
      '415',
    ]);
  });

  it('tools/list returns the tools as they are declared', async () => {
    const { json }: { json: Json } = await send(
      new URL(`${url}/mcp`),
      statelessRequest('tools/list'),
      statelessHeaders('tools/list'),
    );
    expect(json.result?.['tools']).toEqual(
      tools.map(
        ({ name, title, description, inputSchema, outputSchema, annotations, kind, group, isExtension }) => ({
          ...{ name, title, description, inputSchema, outputSchema, annotations },
          _meta: {
            ...{ kind, area: group, ...(isExtension && { extension: true }) },
            ...(kind === 'compose' && { ui: { resourceUri: 'ui://chain-tool-gateway/proposal' } }),
          },
        }),
      ),
    );
    // A plan has the fields of all tools that compose.
    expect(JSON.stringify(json).length).toBeLessThan(95_000 + 3_000 * EXTENSIONS.length);
  });

  it('descriptions repeat the safety rules for hosts that show no instructions', () => {
    const words = (name: string): string => tools.find((tool) => tool.name === name)!.description;
    expect(words('get_account')).toContain('affected_set=true');
    expect(words('get_account')).toContain('affected_set_checked=false');
    for (const name of COMPOSE) expect(words(name)).toMatch(/unsigned/);
  });
});

interface Listed {
  name: string;
  _meta: { extension?: boolean };
}

interface Content<S> {
  content: { 'application/json': { schema: S } };
}

type Referring = Schema & DocumentedSchema & { $ref?: string };

interface Document {
  paths: Record<
    string,
    {
      post: {
        'x-extension'?: boolean;
        requestBody: Content<Referring>;
        responses: Record<string, Content<DocumentedSchema>>;
      };
    }
  >;
  components: { schemas: Record<string, Referring> };
}

/** Accepted beside the documented text of an amount: the document offers the form that is exact in every language. */
const ALSO_AN_AMOUNT: Schema = { type: 'number', exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER };

/** The schema with what it refers to in place of the references; words beside a reference stay. */
function withoutReferences({ $ref, ...own }: Referring, document: Document): Schema {
  if ($ref === '#/components/schemas/Amount') {
    return { ...own, oneOf: [document.components.schemas['Amount']!, ALSO_AN_AMOUNT] };
  }
  const name = $ref?.slice('#/components/schemas/'.length);
  const whole: Schema = { ...(name === undefined ? {} : document.components.schemas[name]!), ...own };
  const { properties, items } = whole;
  if (items !== undefined) return { ...whole, items: withoutReferences(items as Referring, document) };
  if (properties === undefined) return whole;
  const members = Object.entries(properties).map(([member, schema]) => [
    member,
    withoutReferences(schema as Referring, document),
  ]);
  return { ...whole, properties: Object.fromEntries(members) as Record<string, Schema> };
}
