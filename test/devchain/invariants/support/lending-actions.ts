import { amountOf, CBTC, SHARES, USDT } from '../../../../apps/devchain/src/contracts/shared/tokens';
import { DEFAULT_CURVE } from '../../../../apps/devchain/src/contracts/loan/pool/rate-curve';
import {
  cancelloan,
  cancelredeem,
  createvault,
  genaddr,
  setcurve,
  withdraw,
} from '../../../../apps/devchain/src/contracts/loan/signatures';
import {
  loansTable,
  loanRequestsTable,
  redemptionsTable,
  vaultsTable,
} from '../../../../apps/devchain/src/contracts/loan/tables';
import type { LendingChain } from '../../../harness/chain/lending-chain';
import { pricesTable } from '../../../../apps/devchain/src/contracts/oracle/tables';
import { OUTSIDE } from '../../../../apps/devchain/src/simulation/bitcoin-traffic';
import type { TestAction } from './action';
import { type DrawnValues, oneOf, partOf, PEOPLE, type Person, vaultOf } from './arbitraries';
import {
  LENDING,
  LIQUIDATOR,
  ORACLE,
  VAULT_BRIDGE,
} from '../../../../apps/devchain/src/contracts/shared/account-names';

const ONE = 10n ** 8n;
/** Mostly two pools, one of them with little liquidity. */
const BORROWED = [6, 5, 6, 5, 6, 5, 0, 1, 2, 3, 4];
const LENT = [6, 6, 6, 6, 6, 5, 0, 1, 2, 3, 4];
const CAPS = [2000, 2000, 700, 300, 1];
const CURVES = [
  DEFAULT_CURVE,
  { ...DEFAULT_CURVE, base_apr_bps: 2000, kink_apr_bps: 2000 },
  { ...DEFAULT_CURVE, base_apr_bps: 0, kink_apr_bps: 0 },
];

const poolOf = (pools: readonly number[], { pick }: DrawnValues): number => oneOf(pools, pick) ?? 6;

/** The borrow limit of an account at the current price. */
function limitOf(chain: LendingChain, person: Person): bigint {
  const price = chain.rows(ORACLE, ORACLE, pricesTable)[0]?.price ?? '0';
  const worth = (chain.collateral(vaultOf(person)) * BigInt(price.replace('.', ''))) / ONE;
  return (worth * 7n) / 10n;
}

/** An existing loan of any account, or none. */
function debtOf(chain: LendingChain, { who, pick }: DrawnValues): { account: string; owed: bigint } {
  const row = oneOf(chain.rows(LENDING, LENDING, loansTable), pick);
  return { account: row?.account ?? who, owed: row?.outstanding_amount.units ?? 1n };
}

/** An account with collateral, if there is one. */
function borrowerFor(chain: LendingChain, { who, pick }: DrawnValues): Person {
  const owners = PEOPLE.filter((person) => chain.collateral(vaultOf(person)) > 0n);
  return oneOf(owners, pick >> 2) ?? who;
}

const borrowing =
  (unitsOf: (limit: bigint, draw: DrawnValues) => bigint): TestAction =>
  (chain, draw) => {
    const terms = { poolId: poolOf(BORROWED, draw), cap: oneOf(CAPS, draw.pick)! };
    const borrower = borrowerFor(chain, draw);
    return chain.borrow(borrower, unitsOf(limitOf(chain, borrower), draw), terms);
  };

export const LENDING_ACTIONS = {
  lend: (chain, draw) =>
    chain.lend(draw.who, partOf(chain.balance(draw.who, USDT), draw), poolOf(LENT, draw)),
  lendCrumbs: (chain, draw) => chain.lend(draw.who, draw.part, poolOf(LENT, draw)),
  redeem: (chain, draw) => {
    const owned = [...SHARES.keys()].filter((poolId) => chain.balance(draw.who, SHARES[poolId]!) > 0n);
    const poolId = oneOf(owned, draw.pick) ?? 6;
    return chain.redeem(draw.who, partOf(chain.balance(draw.who, SHARES[poolId]!), draw), poolId);
  },
  redeemAll: (chain, { who, pick }) => {
    const poolId = oneOf([5, 5, 6], pick)!;
    const lenders = PEOPLE.filter((person) => chain.balance(person, SHARES[poolId]!) > 0n);
    const lender = oneOf(lenders, pick >> 2) ?? who;
    return chain.redeem(lender, chain.balance(lender, SHARES[poolId]!), poolId);
  },
  cancelRedemption: (chain, { who, pick }) => {
    const row = oneOf(chain.rows(LENDING, LENDING, redemptionsTable), pick);
    const account = row?.account ?? who;
    return chain.push(account, LENDING, cancelredeem, { account, id: row?.id ?? 0n });
  },
  createVault: (chain, { who }) => chain.push(who, LENDING, createvault, { owner: who, vault: vaultOf(who) }),
  requestVaultAddress: (chain, { who, pick }) => {
    const vaults = chain.rows(LENDING, LENDING, vaultsTable);
    const without = vaults.filter((row) => chain.addressOf(VAULT_BRIDGE, row.vault) === undefined);
    const row = oneOf(without, pick) ?? { owner: who, vault: vaultOf(who) };
    return chain.push(row.owner, LENDING, genaddr, row);
  },
  borrow: borrowing(partOf),
  borrowToTheLimit: borrowing((limit, draw) => limit - partOf(limit, draw) / 10n),
  repay: (chain, draw) => {
    const { account, owed } = debtOf(chain, draw);
    return chain.repay(account, partOf(owed, draw));
  },
  /** With an excess. */
  repayAll: (chain, draw) => {
    const { account, owed } = debtOf(chain, draw);
    return chain.repay(account, (owed * 11n) / 10n);
  },
  cancelRequest: (chain, { who, pick }) => {
    const account = oneOf(chain.rows(LENDING, LENDING, loanRequestsTable), pick)?.account ?? who;
    return chain.push(account, LENDING, cancelloan, { account });
  },
  withdraw: (chain, draw) => {
    const quantity = amountOf(CBTC, partOf(chain.collateral(vaultOf(draw.who)), draw));
    return chain.push(draw.who, LENDING, withdraw, { account: draw.who, quantity, btc_address: OUTSIDE });
  },
  processQueue: (chain) => chain.process(),
  changeCurve: (chain, { pick }) => chain.push(LENDING, LENDING, setcurve, oneOf(CURVES, pick)!),
  fundBackstop: (chain, draw) => {
    const units = partOf(chain.balance(LIQUIDATOR, USDT), draw);
    return chain.send(LIQUIDATOR, LENDING, USDT, units, 'backstop');
  },
  giveLiquidator: (chain, draw) =>
    chain.send(draw.who, LIQUIDATOR, USDT, partOf(chain.balance(draw.who, USDT), draw) / 10n, ''),
} satisfies Record<string, TestAction>;
