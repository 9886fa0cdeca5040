import { control, type Control } from './control';
import { NO_MEMBERS } from './fields';

const TAG = 'Chain';

const accounts = control({
  path: '/devchain/accounts',
  method: 'GET',
  tag: TAG,
  title: 'Who has money',
  description: 'The accounts that have some from the beginning, with their development keys.',
  body: NO_MEMBERS,
  example: {},
  answers: [
    {
      ...{ name: 'alice', public_key: 'PUB_K1_...', private_key: 'PVT_K1_...', private_key_hex: '5a3c...' },
      permissions: [
        { name: 'agent', public_key: 'PUB_K1_...', private_key: 'PVT_K1_...', private_key_hex: '81f0...' },
      ],
    },
  ],
  run: (world) => world.accounts,
});

const status = control({
  path: '/devchain/status',
  method: 'GET',
  tag: TAG,
  title: 'How far the chain is',
  description: 'The head, the last irreversible block, and what the process holds in memory.',
  body: NO_MEMBERS,
  example: {},
  answers: {
    ...{ name: 'mainnet', chain_id: 'cf05...', head_block_num: 1204, last_irreversible_block_num: 1198 },
    memory: { blocks: 1204, blockBytes: 482_113, rows: 1_310, process_rss_bytes: 142_000_000 },
  },
  run: ({ chain, name }) => {
    const { rss, heapUsed } = process.memoryUsage();
    return {
      name,
      chain_id: chain.chainId,
      head_block_num: chain.head().num,
      last_irreversible_block_num: chain.lastIrreversible().num,
      memory: { ...chain.memory(), process_rss_bytes: rss, process_heap_used_bytes: heapUsed },
    };
  },
});

export const VIEW_CONTROLS: readonly Control[] = [status, accounts];
