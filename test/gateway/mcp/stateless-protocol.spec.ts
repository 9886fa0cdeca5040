import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type DemoGateway, startDemoGateway } from '../../harness/gateway/demo-gateway';
import {
  type Json,
  statelessRequest,
  statelessHeaders,
  send,
  VERSION,
} from '../../harness/gateway/raw-client';

describe('POST /mcp, revision 2026-07-28', () => {
  let gateway: DemoGateway;
  beforeAll(async () => {
    gateway = await startDemoGateway({ RATE_LIMIT_READ: '100000' });
  });
  afterAll(() => gateway.close());

  const ask = async (method: string, params: object = {}, name?: string): Promise<Json> =>
    (await send(gateway.mcp, statelessRequest(method, params), statelessHeaders(method, name))).json;

  it.each(['auto', { pin: VERSION }] as const)(
    'POST /mcp serves the client of the SDK of revision 2026-07-28 (%p)',
    async (mode) => {
      const client = new Client({ name: 'mcp-spec', version: '1' }, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(gateway.mcp));
      expect(client.getNegotiatedProtocolVersion()).toBe(VERSION);
      expect(client.getServerVersion()).toMatchObject({ name: 'chain-tool-gateway' });
      expect(client.getInstructions()).toContain('affected_set');
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
        'demo_book',
        'demo_gated',
        'demo_transfer',
        'demo_push',
      ]);
      const result = await client.callTool({ name: 'demo_book', arguments: { pair: 'btcusdt', depth: '7' } });
      expect(result.structuredContent).toMatchObject({ depth: 7 });
      expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }]);
      const failed = await client.callTool({ name: 'demo_book', arguments: {} });
      expect(failed).toMatchObject({ isError: true, content: [{ text: 'pair: is required' }] });
      expect(failed.structuredContent).toBeUndefined();
      await client.close();
    },
  );

  it('server/discover returns the revisions and capabilities', async () => {
    const { result } = await ask('server/discover');
    expect(result).toMatchObject({
      supportedVersions: [VERSION],
      capabilities: { tools: {} },
      instructions: expect.stringContaining('get_btc_price') as string,
      resultType: 'complete',
      cacheScope: 'public',
      ttlMs: 300_000,
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'chain-tool-gateway' } },
    });
  });

  it.each([
    ['tools/list', 'tools'],
    ['prompts/list', 'prompts'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
  ])('the answer to %s is complete and has its lifetime', async (method, member) => {
    const { result } = await ask(method);
    expect(result).toMatchObject({ resultType: 'complete', cacheScope: 'public', ttlMs: 300_000 });
    expect(result).toHaveProperty(member);
    expect(await ask(method, { cursor: 'made-up' })).toMatchObject({ error: { code: -32602 } });
  });

  it('tools/list returns the same tools on every request, equal to those of the older revisions', async () => {
    const first = await ask('tools/list');
    expect(await ask('tools/list')).toEqual(first);
    const { json } = await send(gateway.mcp, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(json.result?.['tools']).toEqual(first.result?.['tools']);
  });

  it('tools/call marks its result as complete, with text equal to its structured content', async () => {
    const { result } = await ask(
      'tools/call',
      { name: 'demo_book', arguments: { pair: 'btcusdt' } },
      'demo_book',
    );
    expect(result).toMatchObject({ resultType: 'complete' });
    const [content] = result!['content'] as { text: string }[];
    expect(content!.text).toBe(JSON.stringify(result!['structuredContent']));
  });

  it.each([
    ['an unknown tool', { name: 'nosuch', arguments: {} }, 'nosuch', 'no such tool: nosuch'],
    ['no tool', {}, undefined, 'params.name must name a tool'],
  ])('tools/call refuses %s as malformed, in band', async (_what, params, name, message) => {
    const answer = await send(
      gateway.mcp,
      statelessRequest('tools/call', params),
      statelessHeaders('tools/call', name),
    );
    expect(answer.status).toBe(200);
    expect(answer.json.error).toMatchObject({ code: -32602, message });
  });

  it('tools/call accepts arguments that were sent as one JSON text', async () => {
    const params = { name: 'demo_book', arguments: '{"pair":"btcusdt"}' };
    expect((await ask('tools/call', params, 'demo_book')).result).toMatchObject({
      structuredContent: { depth: 20 },
    });
  });

  it('tools/call does not fail when the client of a call has disconnected', async () => {
    const leaving = new AbortController();
    const params = { name: 'demo_gated', arguments: { label: 'x' } };
    const call = fetch(gateway.mcp, {
      method: 'POST',
      headers: statelessHeaders('tools/call', 'demo_gated'),
      body: JSON.stringify(statelessRequest('tools/call', params)),
      signal: leaving.signal,
    });
    await gateway.gate.holding(1);
    leaving.abort();
    await expect(call).rejects.toThrow();
    gateway.gate.releaseAll();
    expect((await ask('tools/list')).result).toBeDefined();
  });
});
