import path from 'node:path';

interface BannerModule {
  banner(run: object): string;
  shortBanner(run: object): string;
}
const load = () =>
  import(path.resolve(__dirname, '../../../scripts/terminal/banner.mjs')) as Promise<BannerModule>;

const shown = async (detail: string, histories: readonly string[]): Promise<string> => {
  const network = {
    name: 'mainnet',
    info: { chain_id: 'ab'.repeat(32), head_block_num: 7 },
    nodes: { ok: false, detail },
    profile: { ok: true, detail: '' },
  };
  const { banner } = await load();
  return banner({
    chains: [],
    networks: [network],
    gatewayUrl: 'http://127.0.0.1:3000',
    histories,
    readyMs: 1,
  });
};

describe('the list of networks at the start', () => {
  it.each([
    'not asked yet',
    'cannot be reached (ECONNREFUSED)',
    'its head is 4 s behind that of another node',
  ])('the list says that the history node of the run is catching up when it: %s', async (reason) => {
    const text = await shown(`1 of 2 nodes usable; history: ${reason}`, ['http://127.0.0.1:7000']);
    expect(text).toMatch(/^ +1 of 2 nodes usable; the history node is catching up$/m);
  });

  it.each([
    ['is on another chain', '1 of 2 nodes usable; history: is on chain abababab..., not cdcdcdcd...'],
    ['is no history', '1 of 2 nodes usable; node 2: cannot be reached (ECONNREFUSED)'],
  ])('the list has the reason itself when the node %s', async (_, detail) => {
    expect(await shown(detail, ['http://127.0.0.1:7000'])).toContain(detail);
  });

  it('the list has the reason itself when the run has no history node', async () => {
    const detail = '1 of 2 nodes usable; history: cannot be reached (ECONNREFUSED)';
    expect(await shown(detail, [])).toContain(detail);
  });
});

describe('the banner of a run', () => {
  const account = (name: string) => ({
    name,
    balances: { BTC: '10.00000000', USDT: '1000000.00000000', NATIVE: '1000000.0000', TPF: '100000.0000' },
    private_key: `PVT_K1_${name.padEnd(50, 'x')}`,
    permissions: [{ name: 'owner' }, { name: 'active' }],
  });
  const network = (name: string) => ({
    name,
    info: { chain_id: 'ab'.repeat(32), head_block_num: 1_234_567 },
    nodes: { ok: true, detail: '2 of 2 nodes usable' },
    profile: { ok: true, detail: '' },
    affectedSet: { ok: true, detail: '1 entries, 5 s old' },
  });
  const run = {
    chains: ['mainnet', 'testnet'].map((name, index) => ({
      name,
      url: `http://127.0.0.1:1888${index}`,
      accounts: [account(`alice${index}`)],
    })),
    networks: [network('mainnet'), network('testnet')],
    gatewayUrl: 'http://127.0.0.1:13000',
    histories: ['http://127.0.0.1:17000', 'http://127.0.0.1:17001'],
    readyMs: 6400,
  };

  it('the banner has no line of more than 80 columns, and fits a screen of 40 lines', async () => {
    const lines = (await load()).banner(run).split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.length).toBeLessThan(40);
  });

  it('the banner ends with the addresses, the start page among them', async () => {
    const text = (await load()).banner(run);
    const addresses = text.slice(text.indexOf('ready in 6.4 s'));
    for (const url of ['13000/', '13000/docs', '13000/mcp', '18880', '18881', '17000', '17001'])
      expect(addresses).toContain(`http://127.0.0.1:${url}`);
    expect(addresses).not.toContain('PVT_K1_');
  });

  it('the banner has the keys of the first chain, and the address of those of the other', async () => {
    const text = (await load()).banner(run);
    expect(text).toContain('PVT_K1_alice0');
    expect(text).not.toContain('PVT_K1_alice1');
    expect(text).toContain('testnet: the same names, other keys: http://127.0.0.1:18881/devchain/accounts');
  });
});

it('shortBanner has an address for each process and the reason for each network without a node', async () => {
  const { shortBanner } = await load();
  const text = shortBanner({
    chains: [{ name: 'mainnet', url: 'http://127.0.0.1:8888' }],
    networks: [
      { name: 'mainnet', info: {} },
      { name: 'testnet', problem: 'ECONNREFUSED' },
    ],
    gatewayUrl: 'http://127.0.0.1:3000',
    histories: ['http://127.0.0.1:7000'],
  });
  expect(text.split('\n')).toEqual([
    'gateway  http://127.0.0.1:3000',
    'mainnet  http://127.0.0.1:8888',
    'history  http://127.0.0.1:7000',
    'testnet  NO NODE ANSWERS: ECONNREFUSED',
    '',
  ]);
});
