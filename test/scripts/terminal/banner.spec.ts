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
    expect(text).toContain('head 7  1 of 2 nodes usable; the history node is catching up  profile');
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
