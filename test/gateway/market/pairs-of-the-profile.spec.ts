import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { listTools, type ToolDefinition } from '@app/tooling';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { answerOf, overRest, refusalOf } from '../../harness/gateway/gateway-client';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';

const BTCUSDT = 'btcusdt: { name: btcusdt, base: BTC, quote: USDT, price_decimals: 8 }';
const NATIVEBTC = 'nativebtc: { name: nativebtc, base: NATIVE, quote: BTC, price_decimals: 10 }';
const NATIVEUSDT = 'nativeusdt: { name: coinusdt, base: NATIVE, quote: USDT, price_decimals: 6 }';
const TPFUSDT = 'tpfusdt: { name: tpfusdt, base: TPF, quote: USDT, price_decimals: 8 }';

const folder = mkdtempSync(path.join(tmpdir(), 'pairs-'));

/** The development profile with these pairs. */
function profileWith(name: string, ...pairs: readonly string[]): string {
  const text = readFileSync(developmentProfileFile(), 'utf8')
    .replace(/^affected_set: .*$/m, 'affected_set: null')
    .replace(/^pairs:\n( {2}.*\n)+/m, `pairs: { ${pairs.join(', ')} }\n`);
  const file = path.join(folder, `${name}.yaml`);
  writeFileSync(file, text);
  return file;
}

interface Schema {
  readonly properties: Readonly<Record<string, { description?: string; enum?: string[]; pattern?: string }>>;
  readonly enum?: readonly string[];
  readonly description?: string;
}

describe('the pairs of the profile', () => {
  let node: FakeNode;
  let gateway: RunningGateway | undefined;
  beforeAll(async () => {
    node = await FakeNode.start(new FakeChain('pairs'));
    node.override = (route, _body, response) => {
      if (route !== '/v1/chain/get_table_rows') return false;
      const order = { identifier: 3, account: 'bob', price: '0.050000', type: 'sell' };
      const rows = [{ ...order, baseAsset: '10.0000 NATIVE', quoteAsset: '0.50000000 USDT' }];
      json(response, 200, { rows, more: false, next_key: '' });
      return true;
    };
  });
  afterAll(() => node.stop());
  afterEach(() => gateway?.close());

  const serving = async (mainnet: string, testnet?: string): Promise<string> => {
    const file = path.join(folder, 'networks.yaml');
    const network = (profile: string) =>
      `{ chain_id: first-contact, profile: '${profile}', nodes: ['${node.url}'] }`;
    const second = testnet === undefined ? '' : `  testnet: ${network(testnet)}\n`;
    writeFileSync(file, `networks:\n  mainnet: ${network(mainnet)}\n${second}`);
    gateway = await startGateway(node.url, mainnet, { NETWORKS_FILE: file });
    return gateway.url;
  };
  const toolNamed = (name: string): ToolDefinition =>
    listTools(gateway!.app).find((tool) => tool.name === name)!;
  const schemasOf = async (url: string): Promise<Record<string, Schema>> => {
    const document = (await (await fetch(`${url}/docs/openapi.json`)).json()) as {
      components: { schemas: Record<string, Schema> };
    };
    return document.components.schemas;
  };

  it('a pair that a profile adds is in schemas, descriptions and examples, and is traded', async () => {
    const url = await serving(profileWith('three', NATIVEUSDT, BTCUSDT, NATIVEBTC));
    const { inputSchema, outputSchema, description, examples } = toolNamed('get_orderbook');
    const names = ['nativeusdt', 'btcusdt', 'nativebtc'];
    expect(inputSchema.properties!['pair']).toMatchObject({ enum: names });
    expect(outputSchema.properties!['pair']).toMatchObject({ enum: names });
    expect(description).toContain('USDT per NATIVE for nativeusdt, USDT per BTC for btcusdt, BTC per');
    expect(examples[0]).toMatchObject({ pair: 'nativeusdt' });
    expect(toolNamed('get_orders').description).toContain('on one pair or on all;');
    const { Pair, LockedAnswer } = await schemasOf(url);
    expect(Pair).toMatchObject({ enum: names });
    expect(Pair!.description).toContain('nativeusdt is NATIVE priced in USDT');
    expect(LockedAnswer!.properties['NATIVE']!.description).toBe('In sells of nativeusdt, nativebtc');
    expect(await answerOf(overRest(url)('get_orderbook', { pair: 'nativeusdt' }))).toMatchObject({
      ...{ pair: 'nativeusdt', base: 'NATIVE', quote: 'USDT' },
      asks: [{ price: '0.050000', amount: '10.0000', total: '0.50000000' }],
    });
  });

  it('a pair that another network has is refused with the pairs of the network', async () => {
    const url = await serving(profileWith('one', BTCUSDT), profileWith('two', BTCUSDT, NATIVEUSDT));
    const call = overRest(url);
    const order = { account: 'bob', pair: 'nativeusdt', order_id: 3 };
    for (const [tool, input] of [
      ['get_orderbook', { pair: 'nativeusdt' }],
      ['get_trades', { pair: 'nativeusdt' }],
      ['get_orders', { account: 'bob', pair: 'nativeusdt' }],
      ['place_order', { account: 'bob', pair: 'nativeusdt', side: 'buy', price: '1', amount: '1' }],
      ['cancel_order', order],
    ] as const) {
      const refusal = await refusalOf(call(tool, input));
      expect({ tool, refusal }).toEqual({
        tool,
        refusal: expect.stringContaining(
          'pairs.nativeusdt: is left out of the profile; mainnet has btcusdt',
        ) as string,
      });
    }
    expect(await answerOf(call('get_orderbook', { pair: 'nativeusdt', network: 'testnet' }))).toBeDefined();
  });

  it('an older profile with one pair keeps working, and names it where another one is asked for', async () => {
    const call = overRest(await serving(profileWith('old', BTCUSDT)));
    expect(await refusalOf(call('get_trades', { pair: 'nativebtc', limit: 0 }))).toBe(
      'pair: must be btcusdt, got the string "nativebtc"; limit: must be from 1 to 200, got 0',
    );
  });

  it('a token that only a pair of the profile locks is a member of locked', async () => {
    const url = await serving(profileWith('shares', TPFUSDT));
    const { LockedAnswer } = await schemasOf(url);
    expect(Object.keys(LockedAnswer!.properties)).toEqual(['BTC', 'USDT', 'NATIVE', 'TPF']);
    expect(LockedAnswer!.properties['BTC']!.description).toBe('In no pair');
    const { locked } = toolNamed('get_account').outputSchema.properties!;
    expect(Object.keys(locked!.properties!)).toEqual(['BTC', 'USDT', 'NATIVE', 'TPF']);
  });

  it('a gateway without a pair says so, and takes any name of the form of a pair', async () => {
    await serving(profileWith('none'));
    const { inputSchema, description } = toolNamed('get_orderbook');
    expect(inputSchema.properties!['pair']).toMatchObject({ pattern: '^[a-z][a-z0-9]{0,31}$' });
    expect(description).toContain('Prices are quote per base: no pair is configured.');
    expect(await refusalOf(overRest(gateway!.url)('get_orderbook', { pair: 'btcusdt' }))).toContain(
      'pairs.btcusdt: is left out of the profile; mainnet has no pair',
    );
  });
});
