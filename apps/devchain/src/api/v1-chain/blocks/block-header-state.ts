import { ChainError } from '../../../kernel/sdk/errors/chain-error';
import { readBlockNumberOrId } from './block-lookup';
import { formatSignedHeader } from './blocks';
import { text } from '../../nodeos/parameters';
import { formatSigningAuthority, formatSchedule } from './producers';
import { endpoint } from '../../nodeos/route';

export const getBlockHeaderState = endpoint(
  { block_num_or_id: text() },
  ({ chain }, { block_num_or_id: wanted }) => {
    const state = chain.headerState(readBlockNumberOrId(wanted));
    if (state === undefined)
      throw new ChainError('unknownBlock', `Could not find reversible block: ${wanted}`);
    const { block, activeSchedule, pendingSchedule } = state;
    return {
      block_num: block.num,
      dpos_proposed_irreversible_blocknum: state.dposProposedIrreversibleBlockNum,
      dpos_irreversible_blocknum: state.dposIrreversibleBlockNum,
      active_schedule: formatSchedule(activeSchedule),
      blockroot_merkle: {
        _active_nodes: state.blockrootMerkle.activeNodes,
        _node_count: state.blockrootMerkle.nodeCount,
      },
      producer_to_last_produced: state.producerToLastProduced,
      producer_to_last_implied_irb: state.producerToLastImpliedIrreversible,
      valid_block_signing_authority: formatSigningAuthority(state.signer),
      confirm_count: state.confirmCount,
      id: block.id,
      header: formatSignedHeader(block),
      pending_schedule: {
        schedule_lib_num: pendingSchedule.scheduleLibNum,
        schedule_hash: pendingSchedule.scheduleHash,
        schedule: formatSchedule(pendingSchedule.schedule),
      },
      activated_protocol_features: { protocol_features: state.protocolFeatures },
      additional_signatures: [],
    };
  },
);
