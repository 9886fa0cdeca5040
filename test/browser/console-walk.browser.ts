import { longOr } from '../harness/long';
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

/** The short form has those views of the second network that show its own state; the code of a view is that of the first. */
const OF_STATE = ['', 'account/dave', 'market/btcusdt', 'lending', 'block/20', 'contract/dex', 'development'];
const WALK = [
  ...VIEWS.map((view) => ['mainnet', ...view] as const),
  ...VIEWS.filter(([path]) => longOr(true, OF_STATE.includes(path))).map(
    (view) => ['testnet', ...view] as const,
  ),
];

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

  it.each(WALK)(
    'the view /console/%s/%s fits every width, passes axe and asks this server alone',
    async (network, path, text) => {
      const address = path
        .replace('{id}', await newestTransaction(network))
        .replace('{key}', await keyOfAlice(network));
      await shown.goto(`/console/${network}/${address}`, text);
      expect(await shown.faults()).toEqual([]);
    },
  );
});
