import type { PrivateKeyValue } from '@app/antelope';
import { BTC_FEES } from '../contracts/bridge/peg-out/default-fees';
import { genaddr, setfees } from '../contracts/bridge/signatures';
import { amountOf, USDT, wholeUnits } from '../contracts/shared/tokens';
import { init } from '../contracts/loan/signatures';
import { issue, transfer } from '../contracts/token/signatures';
import { CBTC_FEES } from '../contracts/vaults/default-fees';
import type { Contract } from '../kernel/sdk/contract';
import { SYSTEM_ACCOUNT } from '../kernel/sdk/native-actions';
import type { FundedAccount } from './accounts';
import type { GenesisTransaction } from './setup';
import { packedAction } from '../client/signed-push';
import { BTC_BRIDGE, LENDING, LIQUIDATOR, RELAYER, VAULT_BRIDGE } from '../contracts/shared/account-names';

/** Deposit of each funded account in the default pool, and the funds of the liquidator. */
const DEPOSIT = amountOf(USDT, wholeUnits(USDT, 100_000n));
const BACKSTOP = amountOf(USDT, wholeUnits(USDT, 100_000_000n));
const DEFAULT_POOL_MEMO = 'lend:6';

/** Opens the pools and the bridges, with a first deposit of everyone; nothing on a chain without lending. */
export function lendingLaunch(
  system: PrivateKeyValue,
  people: readonly FundedAccount[],
  contracts: readonly Contract[],
): GenesisTransaction[] {
  if (!contracts.some(({ account }) => account === LENDING)) return [];
  const bySystem = [
    packedAction(LENDING, init, {}, LENDING),
    packedAction(BTC_BRIDGE, setfees, BTC_FEES, BTC_BRIDGE),
    packedAction(VAULT_BRIDGE, setfees, CBTC_FEES, VAULT_BRIDGE),
    ...people.map(({ name }) => packedAction(BTC_BRIDGE, genaddr, { account: name }, RELAYER)),
    ...handOut(LIQUIDATOR, BACKSTOP),
    send(LIQUIDATOR, LENDING, BACKSTOP, 'backstop'),
    ...people.flatMap(({ name }) => handOut(name, DEPOSIT)),
  ];
  return [
    { signer: system, actions: bySystem },
    ...people.map(({ name, key }) => ({
      signer: key,
      actions: [send(name, LENDING, DEPOSIT, DEFAULT_POOL_MEMO)],
    })),
  ];
}

function handOut(to: string, quantity: typeof DEPOSIT) {
  return [
    packedAction(USDT.contract, issue, { to: SYSTEM_ACCOUNT, quantity, memo: 'genesis' }, SYSTEM_ACCOUNT),
    send(SYSTEM_ACCOUNT, to, quantity, 'genesis'),
  ];
}

function send(from: string, to: string, quantity: typeof DEPOSIT, memo: string) {
  return packedAction(USDT.contract, transfer, { from, to, quantity, memo }, from);
}
