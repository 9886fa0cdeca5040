import {
  initializeRequest,
  send,
  statelessHeaders,
  statelessRequest,
} from '../../harness/gateway/raw-client';
import { NetworkClients, type RevisionClient } from './support/network-clients';

const ID = '0b17e20920c7dc763315840a43be7aaf77191fde5be93a1c25e477404cf7b2fc';
const RESOURCES = [
  ...['chain://mainnet/lending', 'chain://testnet/lending', 'chain://mainnet/snapshot'],
  ...['chain://testnet/snapshot', 'guide://limits', 'guide://networks', 'guide://signing'],
  'ui://chain-tool-gateway/proposal',
];
const TEMPLATES = [
  'chain://{network}/tables/{code}',
  'chain://{network}/tables/{code}/{table}',
  'history://{network}/{account}',
  'tx://{network}/{id}',
];

const clients = new NetworkClients();
beforeAll(() => clients.start({ RATE_LIMIT_READ: '301', RATE_LIMIT_RELAY: '11' }));
afterAll(() => clients.close());

const textOf = async ({ client }: RevisionClient, uri: string): Promise<string> => {
  const [content] = (await client.readResource({ uri })).contents;
  expect(content).toMatchObject({ uri, mimeType: expect.any(String) as string });
  return (content as { text: string }).text;
};
const jsonOf = async (revision: RevisionClient, uri: string): Promise<Record<string, unknown>> =>
  JSON.parse(await textOf(revision, uri)) as Record<string, unknown>;

describe.each(clients.byRevision)('resources of MCP in $revision', (revision) => {
  it('resources and their templates are listed', async () => {
    const { client } = revision;
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(RESOURCES);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(TEMPLATES);
  });

  it('resources/read returns every listed resource', async () => {
    for (const uri of RESOURCES) expect((await textOf(revision, uri)).length).toBeGreaterThan(200);
  });

  it('resources/read returns limits and relayed actions of the settings and the profile', async () => {
    const text = await textOf(revision, 'guide://limits');
    const sizes =
      'a read or compose tool has at most 16384 bytes, that of push_transaction and request_account at most 262144';
    for (const part of ['| read | 301 |', '| relay | 11 |', '`dex::cancelorder`', sizes])
      expect(text).toContain(part);
  });

  it('resources/read returns networks with their tokens and whether they have real funds', async () => {
    expect(await jsonOf(revision, 'guide://networks')).toMatchObject({
      networks: [
        { network: 'mainnet', real_funds: false, contracts: { exchange: 'dex' } },
        { network: 'testnet', real_funds: false },
      ],
    });
  });

  it('resources/read returns the lending rules with the curve, the pools and the price of the chain', async () => {
    const text = await textOf(revision, 'chain://mainnet/lending');
    const { structuredContent } = await revision.client.callTool({ name: 'get_pool_stats', arguments: {} });
    const { curve } = structuredContent as { curve: Record<string, number> };
    expect(text).toContain(
      `| ${curve['kink_utilization_bps']! / 100} % (kink) | ${curve['kink_apr_bps']! / 100} % |`,
    );
    expect(text).toContain(
      'A new loan is lent up to 70 %. A loan is `warning` from 70 % and `at_risk` from 80 %',
    );
    expect(text).toMatch(/The smallest loan is worth 0\.001 BTC \([0-9.]+ USDT now\)/);
  });

  it('resources/read returns the tables of a contract from its live ABI, and one of them with its scopes', async () => {
    const { tables } = await jsonOf(revision, 'chain://mainnet/tables/dex');
    const book = (tables as { table: string; fields: object[] }[]).find(
      ({ table }) => table === 'orderbook2',
    );
    expect(book?.fields).toContainEqual({ name: 'identifier', type: 'uint64' });
    const { scopes } = await jsonOf(revision, 'chain://mainnet/tables/dex/orderbook2');
    expect(scopes).toContainEqual({ scope: 'btcusdt', rows: expect.any(Number) as number });
  });

  it('resources/read returns whether a transaction is in a block', async () => {
    expect(await jsonOf(revision, `tx://mainnet/${ID}`)).toMatchObject({ landed: false, block_num: null });
  });

  it.each([
    ['tx://mainnet/zz', 'id: must be 64 lower-case hex digits'],
    ['chain://prodnet/lending', 'network: must be mainnet or testnet'],
    ['chain://mainnet/tables/nosuch', 'account nosuch does not exist on mainnet'],
    ['chain://mainnet/tables/alice', 'account alice has no contract on mainnet'],
    ['chain://mainnet/tables/dex/orders', 'tables: orderbook2, history2, counters'],
  ])('resources/read refuses %s', async (uri, message) => {
    await expect(revision.client.readResource({ uri })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message) as string,
    });
  });
});

it.each(['nosuch://x', 'guide://signing/x', 'tx://mainnet/%E0%A4%A', 'guide://'])(
  'resources/read refuses the unknown resource %s with the code of the revision',
  async (uri) => {
    const inOlder = await send(clients.mcp, initializeRequest('resources/read', { uri }));
    expect(inOlder.json.error).toMatchObject({ code: -32002, data: { uri } });
    const headers = statelessHeaders('resources/read', uri);
    const inNewest = await send(clients.mcp, statelessRequest('resources/read', { uri }), headers);
    expect(inNewest.json.error).toMatchObject({ code: -32602, data: { uri } });
  },
);

it('lists and texts have a lifetime in the newest revision', async () => {
  const read = async (uri: string) =>
    (
      await send(
        clients.mcp,
        statelessRequest('resources/read', { uri }),
        statelessHeaders('resources/read', uri),
      )
    ).json.result;
  expect(await read('guide://signing')).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' });
  expect(await read('chain://mainnet/snapshot')).toMatchObject({ ttlMs: 1_000, cacheScope: 'public' });
  expect(await read('guide://signing')).toMatchObject({ resultType: 'complete' });
});
