import { packageVersion } from '@app/program';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type DemoGateway, startDemoGateway } from '../../harness/gateway/demo-gateway';
import { initializeRequest, send } from '../../harness/gateway/raw-client';

describe('POST /mcp, revisions with initialize', () => {
  let gateway: DemoGateway;
  beforeAll(async () => {
    gateway = await startDemoGateway({ RATE_LIMIT_READ: '100000' });
  });
  afterAll(() => gateway.close());

  async function connected(): Promise<Client> {
    const client = new Client({ name: 'mcp-spec', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(gateway.mcp));
    return client;
  }

  describe('to the client of the SDK', () => {
    let client: Client;
    beforeAll(async () => {
      client = await connected();
    });
    afterAll(() => client.close());

    it('initialize returns name, capabilities and instructions', () => {
      expect(client.getServerVersion()).toMatchObject({
        ...{ name: 'chain-tool-gateway', version: packageVersion(__dirname), title: 'Chain Tool Gateway' },
        icons: [{ mimeType: 'image/svg+xml' }],
      });
      expect(client.getInstructions()).toContain('100000 read, 60 compose, 10 relay');
      expect(client.getServerCapabilities()).toEqual({
        ...{ tools: {}, prompts: {}, resources: {}, completions: {} },
        extensions: { 'io.modelcontextprotocol/skills': {}, 'io.modelcontextprotocol/ui': {} },
      });
      const instructions = client.getInstructions();
      for (const rule of [
        'affected_set=true',
        'affected_set_checked=false',
        'get_btc_price',
        'stale',
        '?tools= with kinds',
      ]) {
        expect(instructions).toContain(rule);
      }
    });

    it('tools/list returns the tools with schemas and all four hints', async () => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        'demo_book',
        'demo_gated',
        'demo_transfer',
        'demo_push',
      ]);
      for (const tool of tools) {
        expect(Object.keys(tool.annotations ?? {}).sort()).toEqual([
          'destructiveHint',
          'idempotentHint',
          'openWorldHint',
          'readOnlyHint',
        ]);
        expect(tool.inputSchema.additionalProperties).toBe(false);
        expect(tool.outputSchema?.type).toBe('object');
      }
    });

    it('tools/call answers with structured content and exactly the same as text', async () => {
      const result = await client.callTool({ name: 'demo_book', arguments: { pair: 'btcusdt' } });
      expect(result.structuredContent).toMatchObject({ network: 'mainnet', pair: 'btcusdt', depth: 20 });
      expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }]);
    });

    it('tools/call answers a failed call with the message and the code of REST and nothing structured', async () => {
      const body = { pair: 'btc', dept: 5 };
      const rest = await fetch(`${gateway.url}/v1/tools/demo_book`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      const { error, code } = (await rest.json()) as { error: string; code: string };
      expect(code).toBe('invalid_arguments');
      const result = await client.callTool({ name: 'demo_book', arguments: body });
      expect(result).toEqual({ content: [{ type: 'text', text: error }], isError: true, _meta: { code } });
    });

    it('tools/call corrects common mistakes of models in the arguments of a call', async () => {
      const call = async (name: string, args: Record<string, unknown>): Promise<unknown> =>
        (await client.callTool({ name, arguments: args })).structuredContent;
      expect(
        await call('demo_book', { pair: 'btcusdt', depth: '7', reverse: 'true', lower_bound: null }),
      ).toMatchObject({
        depth: 7,
      });
      const signed = { signatures: ['SIG'], packed_trx: '00' };
      expect(await call('demo_push', { signed_tx: JSON.stringify(signed) })).toMatchObject({
        received: { ...signed, compression: 0 },
      });
      expect(await call('demo_transfer', { from: 'alice', amount: 1.5 })).toMatchObject({ amount: '1.5' });
    });

    it('tools/call reports an unexpected error as internal, without its details', async () => {
      const result = await client.callTool({ name: 'demo_gated', arguments: { label: 'fail' } });
      expect(result.isError).toBe(true);
      expect(JSON.stringify(result)).not.toContain('secret');
    });

    it('tools/call refuses an unknown tool as a malformed call', async () => {
      await expect(client.callTool({ name: 'demo_bok', arguments: {} })).rejects.toMatchObject({
        code: -32602,
      });
    });

    it('a server without prompts and resources of features lists the page of proposals alone, and answers ping', async () => {
      expect((await client.listPrompts()).prompts).toEqual([]);
      const uris = (await client.listResources()).resources.map(({ uri }) => uri);
      expect(uris).toEqual(['ui://chain-tool-gateway/proposal']);
      expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
      expect(await client.ping()).toEqual({});
    });
  });

  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
    'POST /mcp supports revision %s',
    async (version) => {
      const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'c', version: '1' } };
      const { json } = await send(gateway.mcp, initializeRequest('initialize', params));
      expect(json.result).toMatchObject({ protocolVersion: version });
      const headers = { 'mcp-protocol-version': version };
      expect((await send(gateway.mcp, initializeRequest('ping'), headers)).json.result).toEqual({});
    },
  );

  it('initialize offers the newest revision with initialize to a client that asks for another', async () => {
    const params = {
      protocolVersion: '1999-01-01',
      capabilities: {},
      clientInfo: { name: 'c', version: '1' },
    };
    const { json } = await send(gateway.mcp, initializeRequest('initialize', params));
    expect(json.result).toMatchObject({ protocolVersion: '2025-11-25' });
  });

  it('POST /mcp gives each of 50 clients that use the same id its own answer', async () => {
    const labels = Array.from({ length: 50 }, (_, index) => `client ${index}`);
    const calls = labels.map((label) =>
      send(gateway.mcp, initializeRequest('tools/call', { name: 'demo_gated', arguments: { label } }, 1)),
    );
    await gateway.gate.holding(50);
    gateway.gate.releaseAll();
    const answers = await Promise.all(calls);
    expect(answers.map(({ json }) => json.id)).toEqual(labels.map(() => 1));
    expect(answers.map(({ json }) => json.result?.['structuredContent'])).toEqual(
      labels.map((label) => ({ network: 'mainnet', label })),
    );
  });

  it('tools/call accepts arguments that were sent as one JSON text', async () => {
    const call = (args: unknown): object =>
      initializeRequest('tools/call', { name: 'demo_book', arguments: args });
    const { json } = await send(gateway.mcp, call('{"pair":"btcusdt"}'));
    expect(json.result).toMatchObject({ structuredContent: { pair: 'btcusdt' } });
    expect((await send(gateway.mcp, call(null))).json.result).toMatchObject({
      isError: true,
      content: [{ text: 'pair: is required' }],
    });
  });

  it('POST /mcp returns string ids as strings', async () => {
    expect((await send(gateway.mcp, initializeRequest('ping', {}, '1'))).json.id).toBe('1');
  });

  it('POST /mcp answers other clients after clients disconnected during their calls', async () => {
    const leaving = new AbortController();
    const calls = Array.from({ length: 20 }, (_, index) =>
      fetch(gateway.mcp, {
        method: 'POST',
        body: JSON.stringify(
          initializeRequest('tools/call', { name: 'demo_gated', arguments: { label: `${index}` } }),
        ),
        signal: leaving.signal,
      }).then(
        () => 'answered',
        () => 'left',
      ),
    );
    await gateway.gate.holding(20);
    leaving.abort();
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['left']));
    gateway.gate.releaseAll();
    expect((await send(gateway.mcp, initializeRequest('ping'))).json.result).toEqual({});
  });

  it('POST /mcp does not let one client cancel the call of another', async () => {
    const call = send(
      gateway.mcp,
      initializeRequest('tools/call', { name: 'demo_gated', arguments: { label: 'kept' } }),
    );
    await gateway.gate.holding(1);
    const cancellations = Array.from({ length: 200 }, (_, requestId) =>
      send(gateway.mcp, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }),
    );
    expect(new Set((await Promise.all(cancellations)).map(({ status }) => status))).toEqual(new Set([202]));
    gateway.gate.releaseAll();
    expect((await call).json.result).toMatchObject({ structuredContent: { label: 'kept' } });
  });
});
