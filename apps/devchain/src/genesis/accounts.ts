import type { PrivateKeyValue } from '@app/antelope';
import { SYSTEM_ACCOUNT } from '../kernel/sdk/native-actions';
import { developmentKey, keyNameOf } from '../client/development-key';
import {
  BTC_BRIDGE,
  EXCHANGE,
  LENDING,
  LIQUIDATOR,
  MULTISIG,
  ORACLE,
  RELAYER,
  VAULT_BRIDGE,
} from '../contracts/shared/account-names';
import { BTC, CBTC, NATIVE, SHARES_CONTRACT, USDT } from '../contracts/shared/tokens';

/** A funded account with a public development key. */
export interface FundedAccount {
  readonly name: string;
  /** Of owner and active. */
  readonly key: PrivateKeyValue;
  /** Further permissions with a key of their own. */
  readonly permissions: readonly { readonly name: string; readonly key: PrivateKeyValue }[];
}

/** The permission of the first account that may do the whitelisted actions only. */
export const AGENT_PERMISSION = 'agent';

/** Accounts without a key of their own: `eosio` acts for them. Those without code here get it from elsewhere. */
export const CONTRACT_ACCOUNTS = [
  NATIVE.contract,
  MULTISIG,
  BTC.contract,
  USDT.contract,
  SHARES_CONTRACT,
  CBTC.contract,
  EXCHANGE,
  LENDING,
  BTC_BRIDGE,
  VAULT_BRIDGE,
  ORACLE,
  LIQUIDATOR,
  RELAYER,
] as const;

/** Producers whose keys the chain holds: when they are elected, they make blocks. */
export const PRODUCERS = ['producer1', 'producer2', 'producer3', 'producer4'] as const;

/** Accounts that hold tokens from the first block on. */
export function fundedAccounts(seed: string): FundedAccount[] {
  return ['alice', 'bob', 'carol'].map((name) => ({
    name,
    key: developmentKey(seed, name),
    permissions:
      name === 'alice'
        ? [{ name: AGENT_PERMISSION, key: developmentKey(seed, keyNameOf(name, AGENT_PERMISSION)) }]
        : [],
  }));
}

/** The key of the system account, which blocks are signed with, too. */
export function systemKey(seed: string): PrivateKeyValue {
  return developmentKey(seed, SYSTEM_ACCOUNT);
}
