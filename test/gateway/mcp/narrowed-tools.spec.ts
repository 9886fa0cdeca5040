import { type DemoGateway, startDemoGateway } from '../../harness/gateway/demo-gateway';
import {
  initializeRequest,
  statelessRequest,
  statelessHeaders,
  send,
} from '../../harness/gateway/raw-client';

describe('the tools of a narrowed address', () => {
  let gateway: DemoGateway;
  beforeAll(async () => {
    gateway = await startDemoGateway();
  });
  afterAll(() => gateway.close());

  const address = (tools: string): URL => new URL(`${gateway.url}/mcp?tools=${tools}`);

  it.each([
    ['read', ['demo_book', 'demo_gated']],
    ['contract', ['demo_book', 'demo_transfer', 'demo_push']],
    ['contract,read', ['demo_book']],
    ['demo,relay', ['demo_push']],
    ['compose,demo_push', ['demo_transfer', 'demo_push']],
  ])('the tools of a narrowed address are listed for %s in every revision', async (tools, names) => {
    const url = address(tools);
    for (const { json } of [
      await send(url, initializeRequest('tools/list')),
      await send(url, statelessRequest('tools/list'), statelessHeaders('tools/list')),
    ]) {
      expect((json.result!['tools'] as { name: string }[]).map(({ name }) => name)).toEqual(names);
    }
  });

  it('the tools of a narrowed address can be called, and no others', async () => {
    const book = { name: 'demo_book', arguments: { pair: 'btcusdt' } };
    const transfer = { name: 'demo_transfer', arguments: { from: 'alice', amount: '1' } };
    const url = address('read');
    for (const [call, expected] of [
      [book, { result: { structuredContent: { pair: 'btcusdt' } } }],
      [
        transfer,
        { error: { code: -32602, message: 'no such tool: demo_transfer', data: { code: 'unknown_tool' } } },
      ],
    ] as const) {
      expect((await send(url, initializeRequest('tools/call', call))).json).toMatchObject(expected);
      const headers = statelessHeaders('tools/call', call.name);
      expect((await send(url, statelessRequest('tools/call', call), headers)).json).toMatchObject(expected);
    }
  });

  it('an address that names no tool is refused with a list of valid words', async () => {
    const url = address('reed');
    for (const { json } of [
      await send(url, initializeRequest('tools/list')),
      await send(url, statelessRequest('tools/list'), statelessHeaders('tools/list')),
    ]) {
      expect(json.error).toMatchObject({
        code: -32602,
        message: expect.stringContaining(
          '"reed" is neither one of contract, read, compose, relay, demo',
        ) as string,
      });
    }
  });
});
