import { createHash } from 'node:crypto';
import { EXTENSION_ID, getUiCapability, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server';
import * as extension from '@modelcontextprotocol/ext-apps/schema.json';
import { Ajv2020 } from 'ajv/dist/2020';
import { NetworkClients, type RevisionClient } from './support/network-clients';

const URI = 'ui://chain-tool-gateway/proposal';
const COMPOSE = [
  ...['borrow', 'cancel_loan_request', 'cancel_order', 'cancel_redeem', 'lend', 'place_order', 'redeem'],
  ...['repay', 'setup_vault', 'transfer', 'withdraw_btc', 'withdraw_collateral', 'compose_plan'],
];

/** The schemas of the official package of the extension. */
const ajv = new Ajv2020({ strict: false });
ajv.addSchema(extension, 'extension');
const problemsOf = (type: string, value: unknown): unknown => {
  const validate = ajv.getSchema(`extension#/$defs/${type}`);
  if (validate === undefined) throw new Error(`the extension has no ${type}`);
  return validate(value) === true ? [] : validate.errors;
};

interface Page {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
  readonly _meta: { readonly ui: object };
}

const clients = new NetworkClients();
beforeAll(() => clients.start());
afterAll(() => clients.close());

const pageOf = async ({ client }: RevisionClient): Promise<Page> =>
  (await client.readResource({ uri: URI })).contents[0] as unknown as Page;

describe.each(clients.byRevision)('the MCP App in $revision', (revision) => {
  const { client } = revision;

  it('the server declares the extension', () => {
    const capabilities = client.getServerCapabilities() as Parameters<typeof getUiCapability>[0];
    expect(EXTENSION_ID).toBe('io.modelcontextprotocol/ui');
    expect(getUiCapability(capabilities)).toEqual({});
  });

  it('the tools that compose name the page, and no other tool does', async () => {
    const { tools } = await client.listTools();
    const named = tools.filter(({ _meta }) => _meta?.['ui'] !== undefined);
    expect(named.map(({ name }) => name).sort()).toEqual([...COMPOSE].sort());
    for (const { _meta } of named) {
      expect(_meta!['ui']).toEqual({ resourceUri: URI });
      expect(problemsOf('McpUiToolMeta', _meta!['ui'])).toEqual([]);
    }
  });

  it('the page is listed and read with one type and the same metadata, which ask for no origin and no permission', async () => {
    const listed = (await client.listResources()).resources.find(({ uri }) => uri === URI);
    const page = await pageOf(revision);
    expect(listed).toMatchObject({ uri: URI, mimeType: RESOURCE_MIME_TYPE });
    expect(page).toMatchObject({ uri: URI, mimeType: RESOURCE_MIME_TYPE });
    expect(listed!._meta).toEqual(page._meta);
    expect(page._meta.ui).toEqual({ csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true });
    expect(problemsOf('McpUiResourceMeta', page._meta.ui)).toEqual([]);
  });

  it('the policy of the page allows its own script and styles alone, and no connection', async () => {
    const { text } = await pageOf(revision);
    const hashesOf = (tag: string) =>
      [...text.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(
        ([, content]) => `'sha256-${createHash('sha256').update(content!).digest('base64')}'`,
      );
    const [script, ...otherScripts] = hashesOf('script');
    const [styles, ...otherStyles] = hashesOf('style');
    expect([...otherScripts, ...otherStyles]).toEqual([]);
    const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(text)!;
    expect(policy!.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${script}`,
      `style-src ${styles}`,
      ...[
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ],
    ]);
  });

  it('the page is one file of less than 40 kB that names no address', async () => {
    const { text } = await pageOf(revision);
    expect(Buffer.byteLength(text)).toBeLessThan(40_000);
    expect(text).toMatch(/^<!doctype html>/);
    const addresses = text.match(/\b(?:https?|wss?):[^\s"'`)]*/g) ?? [];
    expect(
      addresses.filter((address) => !/^http:\/\/www\.w3\.org\/(?:1999|2000|1998)\//.test(address)),
    ).toEqual([]);
    expect(text).not.toMatch(/<(?:link|img|iframe|base|form|a) /);
  });

  it('the page knows which networks of this gateway have real funds', async () => {
    const [, json] = /<script type="application\/json" id="deployment">(.*?)<\/script>/.exec(
      (await pageOf(revision)).text,
    )!;
    expect(JSON.parse(json!)).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      real_funds: { mainnet: false, testnet: false },
    });
  });
});
