import {
  Client as NewestClient,
  StreamableHTTPClientTransport as NewestTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Market } from '../../harness/gateway/market';

interface Page {
  readonly rows: readonly { readonly identifier: number }[];
  readonly more: boolean;
  readonly next_key: string;
}

const ORDERS = 520;
const QUERY = { code: 'dex', scope: 'btcusdt', table: 'orderbook2', limit: 500 };
const order = { quantity: '0.00010000 BTC', memo: 'sell:0.00010000 BTC:90000.00000000 USDT' };

describe('get_table_rows with the largest pages', () => {
  let market: Market;
  const older = new Client({ name: 'older', version: '1' });
  const newest = new NewestClient(
    { name: 'newest', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  beforeAll(async () => {
    market = await Market.start();
    await market.order(
      'alice',
      Array.from({ length: ORDERS }, () => order),
    );
    const url = new URL(`${market.gateway.url}/mcp`);
    await older.connect(new StreamableHTTPClientTransport(url));
    await newest.connect(new NewestTransport(url));
    // With the schemas of the answers, which both clients check then.
    await older.listTools();
    await newest.listTools();
  });
  afterAll(async () => {
    await older.close();
    await newest.close();
    await market.close();
  });

  async function restText(input: object): Promise<string> {
    const url = `${market.gateway.url}/v1/tools/get_table_rows`;
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(input) });
    const text = await answer.text();
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    return text;
  }

  const pageOf = async (input: object): Promise<Page> => JSON.parse(await restText(input)) as Page;

  it('a large page has the same bytes over REST and as the text of both revisions of MCP, kept and not', async () => {
    const text = await restText(QUERY);
    expect(text.length).toBeGreaterThan(50_000);
    expect(text.length).toBeLessThan(60_000);
    for (const client of [older, newest, older, newest]) {
      const result = await client.callTool({ name: 'get_table_rows', arguments: QUERY });
      expect(result.content).toEqual([{ type: 'text', text }]);
      expect(result.structuredContent).toEqual(JSON.parse(text));
      expect(result.isError).toBeUndefined();
    }
    expect(await restText(QUERY)).toBe(text);
  });

  it('a page names the key to continue with, and the next one has a row that was added meanwhile', async () => {
    const first = await pageOf(QUERY);
    expect(first.more).toBe(true);
    const rest = { ...QUERY, lower_bound: first.next_key };
    const before = await pageOf(rest);
    expect(first.rows.length + before.rows.length).toBe(ORDERS);
    await market.order('alice', [order]);
    const after = await pageOf(rest);
    expect(after.rows).toHaveLength(before.rows.length + 1);
    const ids = [...first.rows, ...after.rows].map(({ identifier }) => identifier);
    expect(new Set(ids).size).toBe(ORDERS + 1);
  });
});
