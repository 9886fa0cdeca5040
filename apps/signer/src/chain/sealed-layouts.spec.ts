import { expectedActions } from '@app/client';
import { readPolicy } from '../policy/policy';
import { EXAMPLE_POLICY, policyText, PROFILE_TEXT } from '../testing/example-policy';
import { FakeNodes, type Routes } from '../testing/fake-node';
import { assertSealedLayouts } from './sealed-layouts';

const TRANSFER = [
  { name: 'from', type: 'name' },
  { name: 'to', type: 'name' },
  { name: 'quantity', type: 'asset' },
  { name: 'memo', type: 'string' },
];
const abiOf = (fields: object[]) => ({
  structs: [{ name: 'transfer', base: '', fields }],
  actions: [{ name: 'transfer', type: 'transfer' }],
});

describe('the layouts of the sealed profile beside the ABIs of the nodes', () => {
  const fake = new FakeNodes();
  afterEach(() => {
    fake.close();
    account_name = 'usdt.token';
  });

  let account_name = 'usdt.token';
  async function judged(...abis: (object | undefined)[]): Promise<void> {
    const routes = (abi: object | undefined): Routes =>
      abi === undefined ? {} : { 'chain/get_abi': () => ({ account_name, abi }) };
    const nodes = await Promise.all(abis.map((abi) => fake.start(routes(abi))));
    const policy = readPolicy(policyText({ ...EXAMPLE_POLICY, nodes }), PROFILE_TEXT);
    const body = { from: 'alice', to: 'bob', symbol: 'USDT', amount: '1' } as const;
    const { actions } = expectedActions({ tool: 'transfer', body }, policy.profile, 'trader');
    await assertSealedLayouts(actions, policy, nodes);
  }

  it('ABIs with the sealed layout are accepted, and one of three nodes may be down', async () => {
    await judged(abiOf(TRANSFER), abiOf(TRANSFER));
    await judged(abiOf(TRANSFER), undefined, abiOf(TRANSFER));
  });

  it('an ABI of another account than the node was asked for is none', async () => {
    account_name = 'btc.token';
    await expect(judged(abiOf(TRANSFER))).rejects.toMatchObject({
      ...{ rule: 'nodes', message: expect.stringContaining('answers for btc.token in place of usdt.token') },
    });
  });

  const [from, to, ...rest] = TRANSFER;
  it.each<[string, (object | undefined)[], string]>([
    ['with exchanged members at one node', [abiOf(TRANSFER), abiOf([to!, from!, ...rest])], 'another layout'],
    ['with one more member', [abiOf([...TRANSFER, { name: 'fee', type: 'asset$' }])], 'another layout'],
    ['without the action', [{}], 'another layout'],
    ['of one of two nodes', [abiOf(TRANSFER), undefined], '1 of 2 nodes state'],
  ])('an ABI %s refuses the call', async (_, abis, reason) => {
    await expect(judged(...abis)).rejects.toMatchObject({
      rule: 'nodes',
      message: expect.stringContaining(reason),
    });
  });
});
