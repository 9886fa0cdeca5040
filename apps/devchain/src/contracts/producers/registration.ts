import { nameToValue } from '@app/antelope';
import type { ArgsOf } from '../../kernel/sdk/action-signature';
import { check } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { elect } from './election';
import { REFUSALS } from './refusals';
import type { regproducer, unregprod } from './signatures';
import { producersTable } from './tables';

const LONGEST_URL = 511;

/** Offers to make blocks, or changes key and url of who does. */
export function registerProducer(
  context: ContractContext,
  { producer: owner, producer_key: key, url, location }: ArgsOf<typeof regproducer>,
): void {
  context.requireAuth(owner);
  check(
    key.bytes.some((byte) => byte !== 0),
    REFUSALS.noKey,
  );
  check(Buffer.byteLength(url) <= LONGEST_URL, REFUSALS.urlTooLong);
  const table = context.table(producersTable, context.receiver);
  const row = table.find(nameToValue(owner));
  const said = { producer_key: key, is_active: true, url, location };
  if (row === undefined) {
    const fresh = { owner, total_votes: 0, unpaid_blocks: 0, last_claim_time: 0 };
    table.emplace(owner, { ...fresh, ...said });
  } else table.modify(row, said, owner);
  elect(context);
}

/** Makes no blocks any more; votes are kept for a return. */
export function unregisterProducer(context: ContractContext, { producer }: ArgsOf<typeof unregprod>): void {
  context.requireAuth(producer);
  const table = context.table(producersTable, context.receiver);
  const row = table.get(nameToValue(producer), REFUSALS.notFound);
  table.modify(row, { is_active: false, producer_key: { type: 'K1', bytes: new Uint8Array(33) } });
  elect(context);
}
