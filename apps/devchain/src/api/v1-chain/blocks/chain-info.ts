import { formatInteger, formatTime } from '../values/nodeos-json';
import { endpoint } from '../../nodeos/route';

/** Reads as Leap 5.0.3 to clients that look for features by version, and never as a real node to people. */
const VERSION = 'v5.0.3-development-chain';

export const getInfo = endpoint({}, ({ chain, name }) => {
  const info = chain.info();
  const { head, lastIrreversible } = info;
  return {
    server_version: '00000000',
    chain_id: chain.chainId,
    head_block_num: head.num,
    last_irreversible_block_num: lastIrreversible.num,
    last_irreversible_block_id: lastIrreversible.id,
    head_block_id: head.id,
    head_block_time: formatTime(head.timeMs),
    head_block_producer: head.producer,
    virtual_block_cpu_limit: formatInteger(info.virtualBlockCpuLimit),
    virtual_block_net_limit: formatInteger(info.virtualBlockNetLimit),
    block_cpu_limit: formatInteger(info.blockCpuLimit),
    block_net_limit: formatInteger(info.blockNetLimit),
    server_version_string: VERSION,
    fork_db_head_block_num: head.num,
    fork_db_head_block_id: head.id,
    server_full_version_string: `${VERSION}-${name}`,
    total_cpu_weight: formatInteger(info.totalCpuWeight),
    total_net_weight: formatInteger(info.totalNetWeight),
    earliest_available_block_num: info.earliestAvailableBlockNum,
    last_irreversible_block_time: formatTime(lastIrreversible.timeMs),
  };
});

export const getConsensusParameters = endpoint({}, ({ chain }) => {
  const config = chain.config();
  return { chain_config: { ...config, max_block_net_usage: formatInteger(config.max_block_net_usage) } };
});
