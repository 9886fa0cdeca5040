import { readFileSync, writeFileSync } from 'node:fs';
import { Metrics } from '@app/operations';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { TestGateway } from '../../harness/gateway/test-gateway';
import { newSecret, webhooksFile } from '../../harness/gateway/webhooks-file';
import { until } from '../../harness/until';
import { isSignedBy, Receiver, signatureOf } from './support/receiver';
import { trade, tradesOf } from './support/trades';

describe('webhooks of a gateway without Redis', () => {
  let tools: TestGateway;
  let receiver: Receiver;
  let gateway: RunningGateway | undefined;
  const secret = newSecret();
  beforeAll(async () => {
    tools = await TestGateway.start();
  });
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    await gateway?.close();
    gateway = undefined;
    await receiver.down();
  });
  afterAll(() => tools.close());

  const start = async (topics: readonly string[], secrets = [secret]) => {
    const files = webhooksFile([{ name: 'desk', url: receiver.url, topics }], secrets);
    gateway = await startGateway(tools.chain.url, undefined, { WEBHOOKS_FILE: files.file });
    return files;
  };
  const metrics = () => gateway!.app.get(Metrics).registry.metrics();

  it('a webhook gets the fills of its account in their order, each signed by the secret of its receiver', async () => {
    await start(['fills:alice']);
    await receiver.gets('ready');
    await trade(tools, '81000');
    await trade(tools, '81001');
    const fills = await receiver.gets('fill', 2);
    const expected = (await tradesOf(tools, 'alice')).slice(-2);
    expect(fills.map(({ data }) => data)).toEqual(
      expected.map((one) => ({
        ...{ network: 'mainnet', topic: 'fills:alice', account: 'alice', pair: 'btcusdt' },
        trade: one,
      })),
    );
    expect(receiver.arrived.map(({ type }) => type)).toEqual(['ready', 'fill', 'fill']);
    expect(new Set(receiver.arrived.map(({ id }) => id)).size).toBe(3);
    for (const each of receiver.arrived) {
      expect(isSignedBy(secret, each)).toBe(true);
      expect(isSignedBy(newSecret(), each)).toBe(false);
      expect(each.headers['webhook-signature']).toBe(signatureOf(secret, each));
      expect(each.id).toMatch(/^msg_[\w-]{32}$/);
    }
    expect(await metrics()).toContain(
      'gateway_webhook_deliveries_total{network="mainnet",webhook="desk",outcome="delivered"} 3',
    );
  });

  it('a webhook sends an event again, with its id and before all others, until it is accepted', async () => {
    const answers = [500, 302, 429];
    receiver.answer = ({ type }, response) => {
      const status = type === 'fill' ? answers.shift() : undefined;
      response.writeHead(status ?? 200, { location: '/elsewhere' }).end('x'.repeat(100_000));
    };
    await start(['fills:alice']);
    await receiver.gets('ready');
    await trade(tools, '81010');
    await trade(tools, '81011');
    const fills = await receiver.gets('fill', 5);
    expect(fills.map(({ id }) => id)).toEqual([...Array<string>(4).fill(fills[0]!.id), fills[4]!.id]);
    expect(new Set(fills.slice(0, 4).map(({ body }) => body)).size).toBe(1);
    expect(fills[4]!.id).not.toBe(fills[0]!.id);
    expect(receiver.arrived.map(({ path }) => path)).not.toContain('/elsewhere');
    expect(await metrics()).toContain('outcome="failed"} 3');
  });

  it('a webhook whose receiver answers 410 gets nothing more, and the other webhooks continue', async () => {
    const gone = { name: 'gone', url: receiver.url, topics: ['fills:alice'] };
    const other = await Receiver.start();
    receiver.answer = (_, response) => response.writeHead(410).end();
    const { file } = webhooksFile([gone, { ...gone, name: 'other', url: other.url }], [secret]);
    gateway = await startGateway(tools.chain.url, undefined, { WEBHOOKS_FILE: file });
    await receiver.gets('ready');
    await other.gets('ready');
    await until(async () =>
      (await metrics()).includes('gateway_webhook_disabled{network="mainnet",webhook="gone"} 1'),
    );
    await trade(tools, '81020');
    await other.gets('fill');
    expect(receiver.arrived).toHaveLength(1);
    await other.down();
  });

  it('a slow receiver gets every fill, and of the head the newest one instead of all', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    receiver.answer = ({ type }, response) => {
      void (type === 'ready' ? held : Promise.resolve()).then(() => response.writeHead(200).end());
    };
    await start(['head', 'fills:alice']);
    await receiver.gets('ready');
    const headOf = async () => Number((await tools.read('get_chain_info'))['head_block_num']);
    const from = await headOf();
    for (const price of ['81030', '81031', '81032']) await trade(tools, price);
    await until(async () => (await headOf()) >= from + 8);
    const to = await headOf();
    release();
    const fills = await receiver.gets('fill', 3);
    expect(fills.map(({ data }) => data['trade'])).toEqual((await tradesOf(tools, 'alice')).slice(-3));
    const heads = (await receiver.gets('head', 2)).map(({ data }) => Number(data['head_block_num']));
    // The one that waited, and then the present one.
    expect(heads[0]).toBeLessThanOrEqual(from + 2);
    expect(heads[1]).toBeGreaterThanOrEqual(to);
  });

  it('a webhook signs by both secrets while one is replaced, and takes over the files without a restart', async () => {
    const [old, next] = [newSecret(), newSecret()];
    const { secretFile } = await start(['head'], [old, secret]);
    const [first] = await receiver.gets('head');
    expect([old, secret, next].map((one) => isSignedBy(one, first!))).toEqual([true, true, false]);
    writeFileSync(secretFile(0), next);
    await until(() => isSignedBy(next, receiver.arrived.at(-1)!));
    const last = receiver.arrived.at(-1)!;
    expect([old, secret].map((one) => isSignedBy(one, last))).toEqual([false, true]);
    // It continued: there is one beginning.
    expect(receiver.of('ready')).toHaveLength(1);
  });

  it('a changed webhooks file with a problem leaves the webhooks of before in use, and says so in the metrics', async () => {
    const { file } = await start(['head']);
    await receiver.gets('head');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"head"', '"heads"'));
    await until(async () => (await metrics()).includes('gateway_webhooks_file_refused 1'));
    const count = receiver.arrived.length;
    await receiver.gets('head', count + 2);
  });

  it('a secret whose file is made after its entry is read once it is there', async () => {
    const { file, secretFile } = await start(['head']);
    await receiver.gets('head');
    const later = newSecret();
    writeFileSync(file, readFileSync(file, 'utf8').replace('"secret-0"', '"secret-0","secret-1"'));
    await until(async () => (await metrics()).includes('gateway_webhooks_file_refused 1'));
    writeFileSync(secretFile(1), later);
    await until(() => isSignedBy(later, receiver.arrived.at(-1)!));
    expect(await metrics()).toContain('gateway_webhooks_file_refused 0');
  });

  it('the gateway does not start with a webhooks file that has a problem, and names the member', async () => {
    const { file } = webhooksFile(
      [{ name: 'desk', url: 'http://receiver.example.org', topics: ['head'] }],
      [secret],
    );
    await expect(startGateway(tools.chain.url, undefined, { WEBHOOKS_FILE: file })).rejects.toThrow(
      'webhooks.0.url: must be an https URL; http is for loopback addresses',
    );
  });
});
