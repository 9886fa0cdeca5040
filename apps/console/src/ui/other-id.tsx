import type { JSX } from 'preact';
import { addressOf } from '../app/location';
import { blockOfId, isTransaction } from '../gateway/lookups';
import { usePoll } from '../gateway/poll';

interface OtherIdProps {
  readonly network: string;
  readonly id: string;
}

/** Leads from an id of no transaction to the block of this id, where a node has one. */
export function BlockOfId({ network, id }: OtherIdProps): JSX.Element | null {
  const found = usePoll(`block of ${network} ${id}`, 0, () => blockOfId(network, id));
  const number = found.value.answer;
  if (number === undefined) return null;
  return (
    <p class="note" role="status">
      It is the id of a block: <a href={addressOf(network, 'block', id)}>block {number}</a>
    </p>
  );
}

/** Leads from an id of no block to the transaction of this id, where a node knows one. */
export function TransactionOfId({ network, id }: OtherIdProps): JSX.Element | null {
  const found = usePoll(`transaction of ${network} ${id}`, 0, () => isTransaction(network, id));
  if (found.value.answer !== true) return null;
  return (
    <p class="note" role="status">
      It is the id of a transaction: <a href={addressOf(network, 'transaction', id)}>show the transaction</a>
    </p>
  );
}
