import { nameToValue } from '@app/antelope';
import type { ArgsOf } from '../../kernel/sdk/action-signature';
import { check } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { assignAddress, hasAddress } from '../bridge/addresses/addresses';
import { REFUSALS } from '../bridge/refusals';
import { requireRelayer } from '../bridge/relayer';
import { LENDING } from '../shared/account-names';
import type { assign, reqaddr } from './signatures';
import { addressRequestsTable } from './tables';

/** Notes that a vault needs an address. The relayer makes it, later. */
export function requestAddress(context: ContractContext, { vault }: ArgsOf<typeof reqaddr>): void {
  context.requireAuth(LENDING);
  const queue = context.table(addressRequestsTable, context.receiver);
  check(!hasAddress(context, vault), REFUSALS.hasAddress);
  check(queue.findBy('vault', nameToValue(vault)) === undefined, REFUSALS.hasRequest);
  queue.emplace(context.receiver, { id: queue.nextKey(), vault, requested_at: context.nowMs });
}

/** Gives the vaults that have waited longest their addresses, at most `count` of them. */
export function assignAddresses(context: ContractContext, { count }: ArgsOf<typeof assign>): void {
  requireRelayer(context);
  const queue = context.table(addressRequestsTable, context.receiver);
  let left = count;
  for (const row of queue.rows()) {
    if (left-- === 0) return;
    queue.erase(row);
    assignAddress(context, row.vault);
  }
}
