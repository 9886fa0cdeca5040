import { setTimeout } from 'node:timers/promises';
import { FreshStart } from './fresh-start';
import { ConsolePage } from './console-pages';

/** Address behind the network, and a text that is there once the view has its data. */
const VIEWS: readonly (readonly [path: string, text: string])[] = [
  ['', 'Latest actions'],
  ['account/dave', 'History'],
  ['account/alice', 'No vault.'],
  ['account/loan', 'eosio.code'],
  ['market/btcusdt', 'within 2.00 %'],
  ['market/nativebtc', 'within 2.00 %'],
  ['market/btcusdt/dave', 'cancel'],
  ['lending', 'Redemption queue'],
  ['block/20', 'Rows changed in block 20'],
  ['transaction/{id}', 'Data and receipts'],
  ['key/{key}', 'Accounts of this key'],
  ['agents', 'claude mcp add'],
  ['contract/dex', 'Actions'],
  ['contract/dex/orderbook2/btcusdt', 'Rows of orderbook2 in btcusdt'],
  ['development', 'Pause simulated traffic'],
  ['tools', 'push_transaction'],
  ['tools/place_order', 'Compose a proposal'],
  ['tools/get_orderbook', 'Read'],
];

const SETTLE_MS = 5_000;
const MINUTE_MS = 60_000;

describe('every view of the console', () => {
  let fresh: FreshStart;
  let shown: ConsolePage;
  beforeAll(async () => {
    fresh = await FreshStart.begin({ RATE_LIMIT_READ: '10000', RATE_LIMIT_MIRROR: '10000' });
  });
  afterAll(() => fresh.end());
  beforeEach(async () => {
    shown = await ConsolePage.open(fresh.browser, fresh.url);
  });
  afterEach(async () => {
    const { failures } = shown;
    await shown.page.close();
    expect(failures).toEqual([]);
  });

  const read = async <T>(path: string): Promise<T> => (await (await fetch(fresh.url + path)).json()) as T;
  const newestTransaction = async (network: string): Promise<string> =>
    (await read<{ actions: { trx_id: string }[] }>(`/${network}/v2/history/get_actions?limit=1`)).actions[0]!
      .trx_id;
  const keyOfAlice = async (network: string): Promise<string> => {
    const { account } = await read<{
      account: { permissions: { required_auth: { keys: { key: string }[] } }[] };
    }>(`/${network}/v2/state/get_account?account=alice`);
    return account.permissions[0]!.required_auth.keys[0]!.key;
  };

  it.each(VIEWS.flatMap((view) => ['mainnet', 'testnet'].map((network) => [network, ...view] as const)))(
    'the view /console/%s/%s fits every width, passes axe and asks this server alone',
    async (network, path, text) => {
      const address = path
        .replace('{id}', await newestTransaction(network))
        .replace('{key}', await keyOfAlice(network));
      await shown.goto(`/console/${network}/${address}`, text);
      expect(await shown.faults()).toEqual([]);
    },
  );

  it('a page of each view that is left open for a minute sends at most 40 requests', async () => {
    const { head_block_num: head } = await read<{ head_block_num: number }>('/mainnet/v1/chain/get_info');
    const paths = [
      '',
      'account/dave',
      'market/btcusdt/dave',
      'lending',
      'development',
      `block/${String(head)}`,
    ];
    const counts = await Promise.all(
      paths.map(async (path) => {
        const left = await ConsolePage.open(fresh.browser, fresh.url);
        // All of them at once: as if each had a window of its own.
        await (
          await left.page.createCDPSession()
        ).send('Emulation.setFocusEmulationEnabled', { enabled: true });
        await left.goto(`/console/mainnet/${path}`, 'Development chain on this machine');
        await setTimeout(SETTLE_MS);
        let count = 0;
        left.page.on('request', () => (count += 1));
        await setTimeout(MINUTE_MS);
        await left.page.close();
        return [path, count] as const;
      }),
    );
    for (const [path, count] of counts) {
      // A block is asked for until it is irreversible.
      if (!path.startsWith('block')) expect([path, count > 2]).toEqual([path, true]);
      expect([path, count <= 40]).toEqual([path, true]);
    }
  });
});
