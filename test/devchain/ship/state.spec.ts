import { nameFromValue } from '@app/antelope';
import type { DecodedBlock } from '@app/ship';
import { longOr } from '../../harness/long';
import { HistoryChain } from '../../harness/ship/history-chain';
import { ReplayedState } from '../../harness/ship/replayed-state';
import { accountOfNode, accountsOf, rowsOf, rowsOfNode, tablesOf, tablesOfNode } from './support/chain-state';

describe('deltas', () => {
  let chain: HistoryChain;
  let blocks: DecodedBlock[];
  let state: ReplayedState;
  beforeAll(async () => {
    chain = await HistoryChain.start({}, { simulation: true });
    await chain.produce(longOr(700, 300));
    await chain.admin.mustSend('create-account', { name: 'grace' });
    await chain.admin.mustSend('advance-time', { seconds: 90_000 });
    await chain.produce(longOr(500, 200));
    const reader = await chain.reader();
    reader.request({});
    blocks = await reader.blocksTo(chain.chain.head().num);
    await reader.close();
    state = new ReplayedState();
    for (const { deltas } of blocks) state.apply(deltas);
  });
  afterAll(() => chain.close());

  it('the sum of all deltas begins at block 1 with the whole state and continues block by block', () => {
    expect(blocks.map(({ thisBlock }) => thisBlock.blockNum)).toEqual(blocks.map((_, index) => index + 1));
    expect(blocks[0]!.prevBlock).toBeUndefined();
    for (const [index, { prevBlock }] of blocks.entries()) {
      if (index > 0) expect(prevBlock).toEqual(blocks[index - 1]!.thisBlock);
    }
  });

  it('the sum of all deltas has the accounts of the node: permissions, links, limits, RAM and ABIs', async () => {
    const accounts = accountsOf(state) as { account: string }[];
    expect(accounts).toHaveLength(chain.chain.memory().accounts);
    expect(accounts.map(({ account }) => account)).toContain('grace');
    for (const account of accounts) expect(account).toEqual(await accountOfNode(chain.node, account.account));
  });

  it('the sum of all deltas has the tables and rows of the node, with payers and index entries', async () => {
    const codes = state.rows('account').map(({ name }) => nameFromValue(name));
    expect(tablesOf(state)).toEqual(await tablesOfNode(chain.node, codes));
    const rows = rowsOf(state);
    expect(rows).toEqual(await rowsOfNode(chain.node, Object.keys(rows)));
    expect(state.rows('contract_row')).toHaveLength(chain.chain.memory().rows);
  });

  it('the sum of all deltas has the bandwidth use and the virtual limits of the node', async () => {
    const info = await chain.node.read<{ virtual_block_cpu_limit: number; virtual_block_net_limit: number }>(
      'get_info',
    );
    const [limits] = state.rows('resource_limits_state');
    expect(Number(limits!.virtualCpuLimit)).toBe(info.virtual_block_cpu_limit);
    expect(Number(limits!.virtualNetLimit)).toBe(info.virtual_block_net_limit);
    expect(limits!.averageBlockCpuUsage.lastOrdinal).toBe(chain.chain.head().num);
    const quotas = state.rows('resource_limits').map(({ ramBytes }) => ramBytes);
    expect(limits!.totalRamBytes).toBe(quotas.reduce((sum, quota) => (quota < 0n ? sum : sum + quota), 0n));
  });
});
