import { connect } from 'node:net';
import { Metrics } from '@app/operations';
import { signWithLibrary } from '../../harness/signing/sign-digest';
import { TestGateway } from '../../harness/gateway/test-gateway';
import { bodyIn, exchangeHalfClosed, statusesIn } from '../../harness/raw-http';
import { until } from '../../harness/until';

const post = (tool: string, input: object, connection = 'keep-alive'): string => {
  const body = JSON.stringify(input);
  return [
    ...[`POST /v1/tools/${tool} HTTP/1.1`, 'Host: gateway', 'Content-Type: application/json'],
    ...[`Connection: ${connection}`, `Content-Length: ${Buffer.byteLength(body)}`, '', body],
  ].join('\r\n');
};

describe('a client that ends its half of the connection', () => {
  let gateway: TestGateway;
  let port: number;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    port = Number(new URL(gateway.url).port);
  });
  afterAll(() => gateway.close());

  const answerTo = async (tool: string, input: object): Promise<Record<string, unknown>> => {
    const text = await exchangeHalfClosed(port, post(tool, input));
    expect(statusesIn(text)).toEqual([200]);
    return JSON.parse(bodyIn(text)) as Record<string, unknown>;
  };

  it('a push is answered with its block', async () => {
    const order = { account: 'alice', pair: 'btcusdt', side: 'buy', price: '50000', amount: '0.001' };
    const { transaction } = await gateway.compose('place_order', order);
    const signature = signWithLibrary(
      String(gateway.chain.keyOf('alice', 'active')),
      transaction.signing_digest,
    );
    const signed = { signatures: [signature], packed_trx: transaction.packed_trx };
    expect(await answerTo('push_transaction', { signed_tx: signed, wait_for: 'in_block' })).toMatchObject({
      status: 'executed',
      finality: 'in_block',
    });
  });

  it('reads are answered, those that it sent without waiting as well', async () => {
    expect(await answerTo('get_account', { account: 'alice' })).toMatchObject({ account: 'alice' });
    const reads = post('get_account', { account: 'bob' }) + post('get_vault', { account: 'alice' });
    expect(statusesIn(await exchangeHalfClosed(port, reads))).toEqual([200, 200]);
  });

  it('its stream of events ends and frees its place', async () => {
    const open = async (): Promise<number> => {
      const text = await gateway.app.get(Metrics).registry.metrics();
      return Number(/gateway_event_streams\{[^}]*\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.write('GET /v1/events?topics=head HTTP/1.1\r\nHost: gateway\r\n\r\n');
    await until(() => text.includes('event: ready'));
    expect(await open()).toBe(1);
    socket.end();
    await until(async () => (await open()) === 0);
    socket.destroy();
  });
});
