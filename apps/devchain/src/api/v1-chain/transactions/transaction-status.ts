import { hex, ParameterError, type Reader } from '../../nodeos/parameters';
import { endpoint, type Endpoint } from '../../nodeos/route';
import { formatSeconds, formatTime } from '../values/nodeos-json';

const ID_BYTES = 32;
const REFUSAL = 'Invalid transaction id';

/** A shorter id is filled up with zeros; without any other digit it is none. */
const transactionIdText: Reader<string> = (value) => {
  const id = Buffer.concat([hex(value), Buffer.alloc(ID_BYTES)], ID_BYTES).toString('hex');
  if (/^0*$/.test(id)) throw new ParameterError(REFUSAL);
  return id;
};

const status = endpoint({ id: transactionIdText }, ({ chain }, { id }) => {
  const { state, block, expirationMs, head, lastIrreversible, earliestTracked } = chain.transactionStatus(id);
  return {
    state,
    block_number: block?.num,
    block_id: block?.id,
    block_timestamp: block && formatTime(block.timeMs),
    expiration: expirationMs === undefined ? undefined : formatSeconds(expirationMs),
    head_number: head.num,
    head_id: head.id,
    head_timestamp: formatTime(head.timeMs),
    irreversible_number: lastIrreversible.num,
    irreversible_id: lastIrreversible.id,
    irreversible_timestamp: formatTime(lastIrreversible.timeMs),
    earliest_tracked_block_id: earliestTracked.id,
    earliest_tracked_block_number: earliestTracked.num,
  };
});

export const getTransactionStatus: Endpoint = { ...status, refusal: REFUSAL };
