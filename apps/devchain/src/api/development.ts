import { endpoint } from './http/route';

/** The funded accounts with their development keys. */
export const getAccounts = endpoint({}, ({ accounts }) => accounts);

/** How far the chain is and what it holds in memory. */
export const getStatus = endpoint({}, ({ chain, name }) => {
  const { rss, heapUsed } = process.memoryUsage();
  return {
    name,
    chain_id: chain.chainId,
    head_block_num: chain.head().num,
    last_irreversible_block_num: chain.lastIrreversible().num,
    memory: { ...chain.memory(), process_rss_bytes: rss, process_heap_used_bytes: heapUsed },
  };
});
