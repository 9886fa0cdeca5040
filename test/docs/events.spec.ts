import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EventSource } from 'eventsource';
import { TestGateway } from '../harness/gateway/test-gateway';
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
});
