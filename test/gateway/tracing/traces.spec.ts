import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { closeServer, listenOnLoopback } from '../../harness/loopback-server';
import { TestChain } from '../../harness/node/test-chain';
import { attributesOf, OtlpReceiver } from './support/otlp-receiver';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_ID = '00f067aa0ba902b7';

/** A node that keeps the headers of its requests. */
class RecordingNode {
  readonly seen: { readonly path: string | undefined; readonly headers: IncomingHttpHeaders }[] = [];

  #url = '';

  private constructor(private readonly server: Server) {}

  static async over(target: string): Promise<RecordingNode> {
    const server = createServer();
    const node = new RecordingNode(server);
    server.on('request', (request, response) => {
      node.seen.push({ path: request.url, headers: request.headers });
      const { method, headers } = request;
      const onward = httpRequest(target + (request.url ?? ''), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      request.pipe(onward);
    });
    node.#url = await listenOnLoopback(server);
    return node;
  }

  get url(): string {
    return this.#url;
  }

  stop(): Promise<void> {
    return closeServer(this.server);
  }
}

describe('traces of requests', () => {
  let chain: TestChain;
  let node: RecordingNode;
  let receiver: OtlpReceiver;
  let gateway: RunningGateway;
  let isClosed: boolean;

  beforeEach(async () => {
    chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks: 'timed', now: Date.now });
    node = await RecordingNode.over(chain.url);
    receiver = await OtlpReceiver.start();
    isClosed = false;
  });
  afterEach(async () => {
    if (!isClosed) await gateway.close();
    await receiver.stop();
    await node.stop();
    await chain.close();
  });

  const start = async (env: NodeJS.ProcessEnv): Promise<void> => {
    gateway = await startGateway(node.url, undefined, env);
    node.seen.length = 0;
  };
  const withReceiver = () => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-receiver',
    OTEL_SERVICE_NAME: 'gateway-of-the-test',
  });
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(body),
    });
  /** Ending sends what waits. */
  const end = async (): Promise<void> => {
    isClosed = true;
    await gateway.close();
  };
  const traced = () => node.seen.filter(({ headers }) => headers.traceparent !== undefined);

  it('traces of requests have the span of the tool above those of its calls to nodes, in the trace of the client', async () => {
    await start(withReceiver());
    const traceparent = `00-${TRACE_ID}-${PARENT_ID}-01`;
    const answer = await post('/v1/tools/get_account', { account: 'alice' }, { traceparent });
    expect(answer.status).toBe(200);
    await answer.text();
    await end();
    const tool = receiver.spans.find(({ name }) => name === 'POST /v1/tools/get_account')!;
    expect(tool).toMatchObject({ traceId: TRACE_ID, parentSpanId: PARENT_ID });
    expect(attributesOf(tool)).toMatchObject({
      'http.route': '/v1/tools/get_account',
      'http.response.status_code': 200,
      'gateway.request_id': answer.headers.get('x-request-id'),
    });
    const calls = receiver.spans.filter(({ parentSpanId }) => parentSpanId === tool.spanId);
    expect(calls.map(({ name }) => name)).toContain('POST /v1/chain/get_account');
    expect(calls.every(({ traceId }) => traceId === TRACE_ID)).toBe(true);
    const seen = traced().map(({ headers }) => headers.traceparent);
    expect(seen.sort()).toEqual(calls.map(({ spanId }) => `00-${TRACE_ID}-${spanId}-01`).sort());
    expect(receiver.resources[0]).toMatchObject({ 'service.name': 'gateway-of-the-test' });
    expect(receiver.requests[0]).toMatchObject({
      path: '/v1/traces',
      headers: { authorization: 'Bearer of-the-receiver' },
    });
  });

  it('traces of requests name the tool of a call over MCP, and begin where none was sent', async () => {
    await start(withReceiver());
    const call = { name: 'get_account', arguments: { account: 'bob' } };
    const answer = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
    await answer.text();
    await end();
    const span = receiver.spans.find(({ name }) => name === 'POST /mcp')!;
    expect(attributesOf(span)).toMatchObject({ 'gen_ai.tool.name': 'get_account' });
    expect(span.parentSpanId ?? '').toBe('');
    expect(receiver.spans.filter(({ traceId }) => traceId === span.traceId).length).toBeGreaterThan(1);
  });

  it('traces of requests keep requests at the same time apart', async () => {
    await start(withReceiver());
    const ids = Array.from({ length: 8 }, (_, index) => TRACE_ID.slice(0, -1) + index.toString(16));
    const accounts = ['alice', 'bob', 'carol', 'dave', 'dex', 'loan', 'bridge', 'oracle'];
    await Promise.all(
      ids.map(async (id, index) => {
        const traceparent = `00-${id}-${PARENT_ID}-01`;
        await (
          await post('/v1/chain/get_account', { account_name: accounts[index] }, { traceparent })
        ).text();
      }),
    );
    await end();
    for (const id of ids) {
      const names = receiver.spans.filter(({ traceId }) => traceId === id).map(({ name }) => name);
      // That of the request and at least one to the node: a late one is hedged.
      expect(names.length).toBeGreaterThan(1);
      expect(new Set(names)).toEqual(new Set(['POST /v1/chain/get_account']));
    }
  });

  it('traces of requests record nothing where the client says not sampled, and pass that on', async () => {
    await start(withReceiver());
    const traceparent = `00-${TRACE_ID}-${PARENT_ID}-00`;
    await (await post('/v1/tools/get_account', { account: 'carol' }, { traceparent })).text();
    await end();
    expect(receiver.spans.filter(({ traceId }) => traceId === TRACE_ID)).toEqual([]);
    expect(traced().length).toBeGreaterThan(0);
    expect(traced().every(({ headers }) => String(headers.traceparent).endsWith('-00'))).toBe(true);
  });

  it('traces of requests do not exist without a receiver: no request to a node has a trace', async () => {
    await start({});
    await (await post('/v1/tools/get_account', { account: 'alice' })).text();
    expect(node.seen.length).toBeGreaterThan(0);
    expect(traced()).toEqual([]);
  });

  it('traces of requests delay no answer while the receiver does not answer', async () => {
    await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    const answer = await post('/v1/tools/get_account', { account: 'alice' });
    expect(await answer.json()).toMatchObject({ account: 'alice' });
    expect(answer.status).toBe(200);
  });
});
