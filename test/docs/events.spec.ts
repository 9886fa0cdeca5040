import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EventSource } from 'eventsource';
import { Webhook } from 'standardwebhooks';
import { readWebhooks } from '../../apps/gateway/src/webhooks/config/webhooks-file';
import { TestGateway } from '../harness/gateway/test-gateway';
import { newSecret } from '../harness/gateway/webhooks-file';
import { until } from '../harness/until';

const PAGE = readFileSync(path.resolve(__dirname, '..', '..', 'docs', 'how-to', 'events.md'), 'utf8');
const PRINTED = 'http://127.0.0.1:3000';

const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]+?)\`\`\``).exec(PAGE)?.[1] ?? '';

describe('docs/how-to/events.md', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.close());

  it('the request of the page is answered with as many events as it asks for', async () => {
    const url = /'(http\S+)'/.exec(blockOf('sh'))?.[1] ?? '';
    const text = await (await fetch(url.replace(PRINTED, gateway.url))).text();
    expect(text.match(/^event: head$/gm)).toHaveLength(2);
  });

  it('the program of the page prints a price and the fills of alice', async () => {
    await gateway.admin('price', { price: '80000' });
    const sources: EventSource[] = [];
    class Source extends EventSource {
      constructor(url: string) {
        super(url.replace(PRINTED, gateway.url));
        sources.push(this);
      }
    }
    const lines: unknown[][] = [];
    const output = { log: (...line: unknown[]) => lines.push(line) };
    (new Function('EventSource', 'console', blockOf('js')) as (...parts: unknown[]) => void)(Source, output);
    await until(() => lines.some(([word]) => word === 'price'));
    expect(lines[0]).toEqual(['price', '80000.00000000']);
    for (const [account, side] of [
      ['bob', 'sell'],
      ['alice', 'buy'],
    ] as const)
      await gateway.execute('place_order', {
        account,
        pair: 'btcusdt',
        side,
        price: '81000',
        amount: '0.001',
      });
    await until(() => lines.some(([word]) => word === 'fill'));
    expect(lines.find(([word]) => word === 'fill')?.[1]).toMatchObject({ buyer: 'alice', seller: 'bob' });
    for (const source of sources) source.close();
  });

  it('the webhooks file of the page is accepted, with a secret in the file that it names', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'webhooks-page-'));
    writeFileSync(path.join(folder, 'desk.secret'), newSecret());
    writeFileSync(path.join(folder, 'webhooks.yaml'), blockOf('yaml'));
    const { webhooks } = readWebhooks(path.join(folder, 'webhooks.yaml'), ['mainnet']);
    expect(webhooks).toMatchObject([{ name: 'desk', network: 'mainnet' }]);
  });

  it('the receiver of the page takes a message that is signed, and no other', () => {
    const secret = newSecret();
    const code = PAGE.slice(PAGE.indexOf('import { Webhook }')).split('```')[0]!;
    const body = code.replace(/^import .*$/m, '').replace('export const eventOf =', 'return');
    const process = { env: { WEBHOOK_SECRET: secret } };
    const eventOf = (new Function('Webhook', 'process', body) as (...parts: unknown[]) => unknown)(
      Webhook,
      process,
    ) as (text: string, headers: object) => unknown;
    const now = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', now, '{"type":"fill"}'),
    };
    expect(eventOf('{"type":"fill"}', headers)).toEqual({ type: 'fill' });
    expect(() => eventOf('{"type":"gap"}', headers)).toThrow('No matching signature');
  });
});
