import type { LendingChain } from '../../../harness/chain/lending-chain';
import { singleAuthority } from '../../../../apps/devchain/src/kernel/sdk/authority';
import {
  deleteauth,
  linkauth,
  newaccount,
  unlinkauth,
  updateauth,
} from '../../../../apps/devchain/src/kernel/sdk/native-actions';
import type { TestAction } from './action';
import { EXCHANGE } from '../../../../apps/devchain/src/contracts/shared/account-names';

const TRADER = 'alice';
const PERMISSION = 'trade';
const TRADING = { code: EXCHANGE, type: 'cancelorder' };

const bySystem = singleAuthority({
  accounts: [{ permission: { actor: 'eosio', permission: 'active' }, weight: 1 }],
});

export function addPermission(chain: LendingChain, account: string): unknown {
  const args = { account, permission: PERMISSION, parent: 'active', auth: bySystem };
  return chain.push(account, 'eosio', updateauth, args);
}

/** Accounts and permissions, which no money depends on. */
export const ACCOUNT_ACTIONS = {
  newAccount: (chain, { who, pick }) => {
    const name = `new${'abcdefghij'.charAt(pick % 10)}`;
    return chain.push(who, 'eosio', newaccount, { creator: who, name, owner: bySystem, active: bySystem });
  },
  addPermission: (chain) => addPermission(chain, TRADER),
  link: (chain) => {
    const account = TRADER;
    return chain.push(account, 'eosio', linkauth, { account, ...TRADING, requirement: PERMISSION });
  },
  unlink: (chain) => {
    const account = TRADER;
    return chain.push(account, 'eosio', unlinkauth, { account, ...TRADING });
  },
  removePermission: (chain) => {
    const account = TRADER;
    return chain.push(account, 'eosio', deleteauth, { account, permission: PERMISSION });
  },
} satisfies Record<string, TestAction>;
