import { nameToValue } from '@app/antelope';
import type { ArgsOf } from '../../../kernel/sdk/action-signature';
import { check } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { BTC_BRIDGE, VAULT_BRIDGE } from '../../shared/account-names';
import { REFUSALS } from '../refusals';
import { requireRelayer } from '../relayer';
import type { genaddr } from '../signatures';
import { depositAddressesTable, addressKey } from '../tables';
import { REGTEST } from './bitcoin-address';
import { depositAddress } from './deposit-address';

/** Gives an account its deposit address. The account asks for it, or the relayer for everyone. */
export function generateAddress(context: ContractContext, { account }: ArgsOf<typeof genaddr>): void {
  if (!context.hasAuth(account)) requireRelayer(context);
  check(context.isAccount(account), REFUSALS.noAccount);
  check(!hasAddress(context, account), REFUSALS.hasAddress);
  assignAddress(context, account);
}

/** Writes down the address of an account that has none. */
export function assignAddress(context: ContractContext, account: string): void {
  const { chainId, receiver: bridge } = context;
  context.table(depositAddressesTable, bridge).emplace(bridge, {
    account,
    btc_address: depositAddress({ chainId, bridge, account }, REGTEST),
  });
}

export function hasAddress(context: ContractContext, account: string): boolean {
  return context.table(depositAddressesTable, context.receiver).has(nameToValue(account));
}

/** The account of a bridge that an address belongs to. */
export function accountOf(context: ContractContext, bridge: string, address: string): string | undefined {
  return context.table(depositAddressesTable, bridge, bridge).findBy('address', addressKey(address))?.account;
}

/** The bridge an address belongs to; undefined for all addresses in the world beyond. */
export function bridgeOf(context: ContractContext, address: string): string | undefined {
  return [BTC_BRIDGE, VAULT_BRIDGE].find((bridge) => accountOf(context, bridge, address) !== undefined);
}
