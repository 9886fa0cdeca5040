import { readPolicy } from '../policy/policy';
import { EXAMPLE_POLICY, policyText, PROFILE_TEXT } from '../testing/example-policy';
import { FakeNodes, type Routes } from '../testing/fake-node';
import { OwnAddresses } from './own-addresses';

const OWN = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const OTHER = 'bcrt1qzyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3k0h5z';
const idOf = (num: number, fork = 0): string =>
  `${num.toString(16).padStart(8, '0')}${String(fork).padStart(56, '0')}`;

/** A node whose head is block 100. */
interface NodeState {
  address?: unknown;
  account?: string;
  irreversible?: number;
  behindMs?: number;
  chain?: string;
  /** Fork of the blocks that it has now. */
  fork?: number;
  vault?: string;
}

const nodeOf = (state: NodeState): Routes => ({
  'chain/get_info': () => ({
    chain_id: state.chain ?? EXAMPLE_POLICY.chain_id,
    head_block_time: new Date(Date.now() - (state.behindMs ?? 0)).toISOString().slice(0, -1),
    head_block_num: 100,
    head_block_id: idOf(100),
    last_irreversible_block_id: idOf(state.irreversible ?? 100),
    last_irreversible_block_num: state.irreversible ?? 100,
  }),
  'chain/get_block_info': ({ block_num }) => ({ block_num, id: idOf(Number(block_num), state.fork) }),
  'chain/get_table_rows': ({ table, lower_bound, code }) => ({
    more: false,
    rows:
      table === 'vault'
        ? [{ owner: 'alice', vault: state.vault ?? 'abcdefg.loan' }]
        : [
            {
              account: state.account ?? lower_bound,
              btc_address: state.address ?? (code === 'vaults' ? `${OWN}v` : OWN),
            },
          ],
  }),
});

describe('the Bitcoin addresses of the account', () => {
  const fake = new FakeNodes();
  afterEach(() => fake.close());

  async function addressesAt(...states: (NodeState | undefined)[]): Promise<OwnAddresses> {
    const nodes = await Promise.all(
      states.map((state) => fake.start(state === undefined ? {} : nodeOf(state))),
    );
    return new OwnAddresses(readPolicy(policyText({ ...EXAMPLE_POLICY, nodes }), PROFILE_TEXT));
  }

  it('an address is shown as two nodes have it in an irreversible block', async () => {
    const addresses = await addressesAt({}, {});
    expect(await addresses.deposit(0)).toEqual({
      account: 'alice',
      btc_address: OWN,
      source: { nodes: 2, block_num: 100, finality: 'irreversible' },
    });
    expect(await addresses.vault(0)).toMatchObject({ vault_name: 'abcdefg.loan', btc_address: `${OWN}v` });
  });

  it.each<[string, readonly string[] | undefined, readonly string[]]>([
    ['without a list', undefined, ['alice']],
    ['of itself alone', ['self'], ['alice']],
    ['of another account', ['carol'], ['carol']],
    ['of both', ['self', 'carol'], ['alice', 'carol']],
    ['of no account', [], []],
  ])('a policy %s shows the addresses of the accounts that it names', async (_, list, shown) => {
    const nodes = [await fake.start(nodeOf({})), await fake.start(nodeOf({}))];
    const deposits = list === undefined ? undefined : { show_addresses_of: list };
    const addresses = new OwnAddresses(
      readPolicy(policyText({ ...EXAMPLE_POLICY, nodes, deposits }), PROFILE_TEXT),
    );
    for (const account of ['alice', 'carol', 'self', 'mallory']) {
      const ofDeposit = addresses.deposit(0, account);
      if (shown.includes(account)) expect(await ofDeposit).toMatchObject({ account, btc_address: OWN });
      else await expect(ofDeposit).rejects.toMatchObject({ rule: 'arguments' });
    }
    if (!shown.includes('alice'))
      await expect(addresses.vault(0)).rejects.toMatchObject({ rule: 'arguments' });
  });

  it('one of three nodes may be down', async () => {
    const addresses = await addressesAt({}, undefined, {});
    expect(await addresses.deposit(0)).toMatchObject({ btc_address: OWN, source: { nodes: 2 } });
  });

  it.each<[string, (NodeState | undefined)[], string]>([
    ['one node lies', [{}, { address: OTHER }], 'the nodes differ'],
    ['one of three nodes lies', [{}, {}, { address: OTHER }], 'the nodes differ'],
    ['one node does not have the row yet', [{}, { address: '' }], 'the nodes differ'],
    ['one node answers the row of another account', [{}, { account: 'bob' }], 'the nodes differ'],
    ['one node states another vault', [{}, { vault: 'zzzzzzz.loan' }], 'the nodes differ'],
    ['one node is late', [{}, { behindMs: 31_000 }], '1 of 2 nodes state it: a node is 31 s behind'],
    ['one node serves another chain', [{}, { chain: 'cd'.repeat(32) }], 'serves another chain'],
    ['one node is down', [{}, undefined], '1 of 2 nodes state it'],
    ['there is one node alone', [{}], 'names one node alone'],
    ['the row holds a sentence', [{ address: 'pay to me' }, { address: 'pay to me' }], 'no Bitcoin address'],
    ['the block is not irreversible', [{}, { irreversible: 99 }], 'block 100 is not irreversible yet'],
    ['a fork removed the block', [{}, { fork: 1 }], 'a fork removed block 100'],
  ])('none is shown when %s', async (_, states, reason) => {
    const addresses = await addressesAt(...states);
    await expect(addresses.vault(0)).rejects.toMatchObject({
      name: 'Refusal',
      rule: 'nodes',
      message: expect.stringContaining(reason),
    });
  });

  it('a sighting is completed when it is asked for again', async () => {
    const state: NodeState = { irreversible: 99 };
    const addresses = await addressesAt(state, {});
    await expect(addresses.deposit(0)).rejects.toThrow('not irreversible yet');
    state.irreversible = 100;
    expect(await addresses.deposit(0)).toMatchObject({ btc_address: OWN, source: { block_num: 100 } });
  });

  it('a policy that names one node twice stops the start', () => {
    const twice = ['http://127.0.0.1:8888', 'http://127.0.0.1:8888/'];
    expect(() => readPolicy(policyText({ ...EXAMPLE_POLICY, nodes: twice }), PROFILE_TEXT)).toThrow(
      'names a node twice',
    );
  });
});
