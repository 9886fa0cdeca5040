import { ReadinessRegistry, Metrics } from '@app/operations';
import { accountRow, tradeRow } from '../../harness/fake-node/exchange-rows';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { developmentProfileFile } from '@app/networks';
import { until } from '../../harness/until';
import { Listener } from './support/listener';

const tradeOf = (id: number, amount: string) => tradeRow(id, 96 + id, { amount });

describe('streams of events over a node that a spec scripts', () => {
  const chain = new FakeChain('events');
  let node: FakeNode;
  let gateway: RunningGateway;
  /** Newest first, as the table is read. Blocks up to 98 are irreversible. */
  let rows = [tradeOf(2, '0.00200000'), tradeOf(1, '0.00100000')];
  beforeEach(async () => {
    node = await FakeNode.start(chain);
    chain.headBlockTime = new Date().toISOString().slice(0, -1);
    node.override = (route, body, response) => {
      if (route === '/v1/chain/get_account') json(response, 200, accountRow('alice'));
      else if (route !== '/v1/chain/get_table_rows') return false;
      else {
        const { upper_bound: bound } = JSON.parse(body) as { upper_bound?: string };
        const from = rows.filter(({ id }) => bound === undefined || id <= Number(bound));
        json(response, 200, { rows: from, more: false, next_key: '' });
      }
      return true;
    };
    gateway = await startGateway(node.url, developmentProfileFile(), { MAX_EVENT_STREAMS_PER_ADDRESS: '2' });
  });
  afterEach(async () => {
    await gateway.close();
    await node.stop();
  });

  it('the gateway takes back what a fork replaced, live and for a client that was away', async () => {
    const live = await new Listener(gateway.url, 'fills:alice').ready();
    rows = [tradeOf(4, '0.00400000'), tradeOf(3, '0.00300000'), ...rows];
    await live.hears('fill', 2);
    const away = live.heard.at(-1)!.id;
    rows = [tradeOf(3, '0.00500000'), ...rows.slice(2)];
    await live.hears('fill', 3);
    expect(live.heard.slice(-2).map(({ type }) => type)).toEqual(['undone', 'fill']);
    expect(live.of('undone')).toMatchObject([{ after_id: '2' }]);
    const back = new Listener(gateway.url, 'fills:alice', { lastEventId: away });
    await back.hears('fill');
    expect(back.heard.map(({ type }) => type)).toEqual(['ready', 'undone', 'fill']);
    expect(back.of('fill')).toEqual([live.of('fill').at(-1)]);
    for (const listener of [live, back]) listener.close();
  });

  it('the gateway takes back all fills of a pair whose chain was set back, live and for a client that was away', async () => {
    const before = rows;
    // The node has these rows in the tables of the other pairs too, whose chain it is as well.
    const ofPair = ({ heard }: Listener) =>
      heard
        .filter(({ data }) => data['pair'] === 'btcusdt')
        .map(({ type, data }) => (type === 'undone' ? `undone ${String(data['after_id'])}` : type));
    const live = await new Listener(gateway.url, 'fills:alice').ready();
    const away = live.lastId;
    rows = [tradeOf(1, '0.00700000')];
    await live.hears('fill');
    expect(ofPair(live)).toEqual(['undone -1', 'fill']);
    rows = [3, 2, 1].map((id) => tradeOf(id, '0.00800000'));
    // A stream may begin with the look before.
    await until(() => ofPair(live).length === 6);
    const back = new Listener(gateway.url, 'fills:alice', { lastEventId: away });
    await back.hears('fill', 3);
    expect(ofPair(back)).toEqual(['undone -1', 'fill', 'fill', 'fill']);
    for (const listener of [live, back]) listener.close();
    rows = before;
  });

  it('the gateway refuses a stream of an address that has as many as it may, until one is closed', async () => {
    const open = await Promise.all([1, 2].map(() => new Listener(gateway.url, 'head').ready()));
    const third = () => fetch(`${gateway.url}/v1/events?topics=head&limit=1`);
    const refused = await third();
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      503,
      'too_many_streams',
    ]);
    open[0]!.close();
    await until(async () => (await third()).status === 200);
    open[1]!.close();
  });

  it('the gateway answers HEAD with the headers of a stream, and opens none', async () => {
    const url = `${gateway.url}/v1/events?topics=head`;
    for (let at = 0; at < 3; at += 1) {
      const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(20_000) });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    }
    expect((await fetch(`${gateway.url}/v1/events?topics=none`, { method: 'HEAD' })).status).toBe(400);
    // As many as the address may have.
    const streams = await Promise.all([1, 2].map(async () => new Listener(gateway.url, 'head').ready()));
    for (const stream of streams) stream.close();
  });

  it('the gateway counts an ended stream as a success, and not as a latency', async () => {
    const listener = await new Listener(gateway.url, 'head').ready();
    const metrics = () => gateway.app.get(Metrics).registry.metrics();
    expect(await metrics()).toContain('gateway_event_streams{network="mainnet"} 1');
    listener.close();
    await until(async () => (await metrics()).includes('gateway_event_streams{network="mainnet"} 0'));
    const text = await metrics();
    expect(text).toMatch(/gateway_http_requests_total\{route="\/v1\/events",method="GET",status="200"\} 1/);
    expect(text).toMatch(/gateway_event_streams_ended_total\{network="mainnet",reason="client"\} 1/);
    expect(text).not.toMatch(/gateway_http_request_seconds_count\{route="\/v1\/events"\}/);
  });

  it('the gateway ends its streams with a last event when the replica stops, and takes no more', async () => {
    const listener = await new Listener(gateway.url, 'head').ready();
    gateway.app.get(ReadinessRegistry).drain();
    expect(await listener.hears('end')).toMatchObject({ reason: 'shutdown' });
    listener.close();
    expect((await fetch(`${gateway.url}/v1/events?topics=head`)).status).toBe(503);
  });

  it('the gateway refuses a stream that was still beginning when the replica stopped', async () => {
    const listener = await new Listener(gateway.url, 'head').ready();
    const held: (() => void)[] = [];
    const answered = node.override!;
    node.override = (route, body, response) => {
      if (route !== '/v1/chain/get_account') return answered(route, body, response);
      held.push(() => json(response, 200, accountRow('alice')));
      return true;
    };
    const beginning = fetch(`${gateway.url}/v1/events?topics=fills:alice`);
    await until(() => held.length > 0);
    gateway.app.get(ReadinessRegistry).drain();
    await listener.hears('end');
    listener.close();
    node.override = answered;
    for (const answer of held) answer();
    const refused = await beginning;
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      503,
      'application/json; charset=utf-8',
    ]);
  });
});
