import { ParameterError, text, type Reader } from '../http/parameters';
import { endpoint } from '../http/route';
import { spellSeconds, spellTime } from '../values/spelling';

const transactionIdText: Reader<string> = (value) => {
  const id = text()(value).toLowerCase();
  if (!/^(?:[0-9a-f]{2}){0,32}$/.test(id)) throw new ParameterError(`Invalid transaction ID: ${id}`);
  return id.padEnd(64, '0');
};

export const getTransactionStatus = endpoint({ id: transactionIdText }, ({ chain }, { id }) => {
  const { state, block, expirationMs, head, lastIrreversible, earliestTracked } = chain.transactionStatus(id);
  return {
    state,
    block_number: block?.num,
    block_id: block?.id,
    block_timestamp: block && spellTime(block.timeMs),
    expiration: expirationMs === undefined ? undefined : spellSeconds(expirationMs),
    head_number: head.num,
    head_id: head.id,
    head_timestamp: spellTime(head.timeMs),
    irreversible_number: lastIrreversible.num,
    irreversible_id: lastIrreversible.id,
    irreversible_timestamp: spellTime(lastIrreversible.timeMs),
    earliest_tracked_block_id: earliestTracked.id,
    earliest_tracked_block_number: earliestTracked.num,
  };
});
