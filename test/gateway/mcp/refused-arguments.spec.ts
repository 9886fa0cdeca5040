import { type DemoGateway, startDemoGateway } from '../../harness/gateway/demo-gateway';
import {
  initializeRequest,
  send,
  statelessHeaders,
  statelessRequest,
} from '../../harness/gateway/raw-client';

const CALL = { name: 'demo_book', arguments: { pair: 'btcusdt' } };
const CALL_HEADERS = statelessHeaders('tools/call', 'demo_book');

describe('refused arguments of POST /mcp', () => {
  let gateway: DemoGateway;
  beforeAll(async () => {
    gateway = await startDemoGateway({ RATE_LIMIT_READ: '100000' });
  });
  afterAll(() => gateway.close());

  it.each<[unknown, string]>([
    [[], 'an array'],
    [5, 'the number 5'],
    ['x', 'the string "x"'],
    ['[1]', 'the string "[1]"'],
    [true, 'true'],
  ])(
    'POST /mcp refuses arguments of %j in every revision, as REST refuses such a body',
    async (args, what) => {
      const call = { name: 'demo_book', arguments: args };
      for (const answer of [
        await send(gateway.mcp, initializeRequest('tools/call', call)),
        await send(gateway.mcp, statelessRequest('tools/call', call), CALL_HEADERS),
      ]) {
        const text = `the body must be a JSON object, got ${what}`;
        expect(answer.json.result).toMatchObject({ isError: true, content: [{ type: 'text', text }] });
        expect(answer.headers.get('ratelimit-limit')).toBe('100000');
      }
    },
  );

  it('POST /mcp refuses an argument with more digits than a JSON number keeps, and names it', async () => {
    const inexact = (request: object) =>
      JSON.stringify(request).replace('"btcusdt"', '0.12345678000000000000001');
    const answer = await send(gateway.mcp, inexact(initializeRequest('tools/call', CALL)));
    expect([answer.status, answer.json.error?.code]).toEqual([400, -32600]);
    const text =
      'the number 0.12345678000000000000001 has more digits than a JSON number keeps; send it as a string';
    expect(answer.json.error?.message).toBe(`params.arguments.pair: ${text}`);
  });

  it('POST /mcp accepts a number with more digits than a JSON number keeps outside of the arguments', async () => {
    const body = JSON.stringify(initializeRequest('tools/list', { _meta: { at: 1 } }));
    const answer = await send(gateway.mcp, body.replace('"at":1', '"at":1732377600123456789'));
    expect(answer.status).toBe(200);
  });

  it('POST /mcp refuses an argument that is given twice and names it', async () => {
    const twice = JSON.stringify(initializeRequest('tools/call', CALL)).replace(
      '"pair":',
      '"pair":"nativebtc","pair":',
    );
    const answer = await send(gateway.mcp, twice);
    expect([answer.status, answer.json.error?.code]).toEqual([400, -32600]);
    expect(answer.json.error?.message).toBe('params.arguments.pair: occurs more than once');
    const asText = { name: 'demo_book', arguments: '{"pair":"nativebtc","pair":"btcusdt"}' };
    const told = await send(gateway.mcp, initializeRequest('tools/call', asText));
    const text = 'pair: occurs more than once';
    expect(told.json.result).toMatchObject({ isError: true, content: [{ type: 'text', text }] });
  });
});
