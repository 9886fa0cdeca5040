import type { PackedAction } from '@app/antelope';
import { BTC_FEES } from '../contracts/bridge/peg-out/default-fees';
import { genaddr, setfees } from '../contracts/bridge/signatures';
import { amountOf, USDT, wholeUnits } from '../contracts/shared/tokens';
import { init } from '../contracts/loan/signatures';
import { issue, transfer } from '../contracts/token/signatures';
import { CBTC_FEES } from '../contracts/vaults/default-fees';
import type { Contract } from '../kernel/sdk/contract';
import { SYSTEM_ACCOUNT } from '../kernel/sdk/native-actions';
import type { FundedAccount } from './accounts';
import { actionOf } from '../client/action';
import { BTC_BRIDGE, LENDING, LIQUIDATOR, RELAYER, VAULT_BRIDGE } from '../contracts/shared/account-names';

/** Deposit of each funded account in the default pool, and the funds of the liquidator. */
const DEPOSIT = amountOf(USDT, wholeUnits(USDT, 100_000n));
const BACKSTOP = amountOf(USDT, wholeUnits(USDT, 100_000_000n));
/** The pool that most examples and clients use. */
export const DEFAULT_POOL = 6;
const DEFAULT_POOL_MEMO = `lend:${String(DEFAULT_POOL)}`;

/** Opens the pools and the bridges, with a first deposit of everyone; nothing on a chain without lending. */
export function lendingLaunch(
  people: readonly FundedAccount[],
  contracts: readonly Contract[],
): PackedAction[][] {
  if (!contracts.some(({ account }) => account === LENDING)) return [];
  const bySystem = [
    actionOf(LENDING, init, {}, LENDING),
    actionOf(BTC_BRIDGE, setfees, BTC_FEES, BTC_BRIDGE),
    actionOf(VAULT_BRIDGE, setfees, CBTC_FEES, VAULT_BRIDGE),
    ...people.map(({ name }) => actionOf(BTC_BRIDGE, genaddr, { account: name }, RELAYER)),
    ...handOut(LIQUIDATOR, BACKSTOP),
    send(LIQUIDATOR, LENDING, BACKSTOP, 'backstop'),
    ...people.flatMap(({ name }) => handOut(name, DEPOSIT)),
  ];
  return [bySystem, ...people.map(({ name }) => [send(name, LENDING, DEPOSIT, DEFAULT_POOL_MEMO)])];
}

function handOut(to: string, quantity: typeof DEPOSIT) {
  return [
    actionOf(USDT.contract, issue, { to: SYSTEM_ACCOUNT, quantity, memo: 'genesis' }, SYSTEM_ACCOUNT),
    send(SYSTEM_ACCOUNT, to, quantity, 'genesis'),
  ];
}

function send(from: string, to: string, quantity: typeof DEPOSIT, memo: string) {
  return actionOf(USDT.contract, transfer, { from, to, quantity, memo }, from);
}
