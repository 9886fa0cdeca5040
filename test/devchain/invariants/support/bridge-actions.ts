import { BTC_FEES } from '../../../../apps/devchain/src/contracts/bridge/peg-out/default-fees';
import {
  approve,
  btcblocks,
  btcsend,
  cancel,
  genaddr,
  receive,
  setfees,
  settle,
} from '../../../../apps/devchain/src/contracts/bridge/signatures';
import { depositAddressesTable, pegOutsTable } from '../../../../apps/devchain/src/contracts/bridge/tables';
import { simulatedTxid } from '../../../../apps/devchain/src/contracts/bridge/bitcoin-chain';
import { amountOf, BTC, CBTC, type Token } from '../../../../apps/devchain/src/contracts/shared/tokens';
import type { LendingChain } from '../../../harness/chain/lending-chain';
import { CBTC_FEES } from '../../../../apps/devchain/src/contracts/vaults/default-fees';
import { assign } from '../../../../apps/devchain/src/contracts/vaults/signatures';
import { OUTSIDE } from '../../../../apps/devchain/src/simulation/bitcoin-traffic';
import type { TestAction } from './action';
import { type DrawnValues, oneOf, partOf, PEOPLE, vaultOf } from './arbitraries';
import {
  type BridgeAccount,
  BTC_BRIDGE,
  RELAYER,
  VAULT_BRIDGE,
} from '../../../../apps/devchain/src/contracts/shared/account-names';

const ONE = 10n ** 8n;

/** The address of an account, of its vault, or one outside of the chain. */
function addressFor(chain: LendingChain, { whom, pick }: DrawnValues): string {
  const known = [chain.addressOf(BTC_BRIDGE, whom), chain.addressOf(VAULT_BRIDGE, vaultOf(whom)), OUTSIDE];
  return known[pick % known.length] ?? OUTSIDE;
}

/** A payment to one of the assigned addresses of a bridge. */
const payingIn =
  (bridge: BridgeAccount): TestAction =>
  (chain, draw) => {
    const address =
      oneOf(chain.rows(bridge, bridge, depositAddressesTable), draw.pick)?.btc_address ?? OUTSIDE;
    const quantity = amountOf(BTC, partOf(ONE, draw));
    return chain.push(RELAYER, BTC_BRIDGE, btcsend, { btc_address: address, quantity });
  };

const payingOut =
  (bridge: BridgeAccount, token: Token): TestAction =>
  (chain, draw) => {
    const owners = PEOPLE.filter((person) => chain.balance(person, token) > 0n);
    const from = oneOf(owners, draw.pick >> 2) ?? draw.who;
    return chain.send(from, bridge, token, partOf(chain.balance(from, token), draw), addressFor(chain, draw));
  };

function idOf(chain: LendingChain, bridge: BridgeAccount, scopes: readonly string[], pick: number): bigint {
  const rows = scopes.flatMap((scope) => chain.rows(bridge, scope, pegOutsTable));
  return oneOf(rows, pick)?.id ?? 0n;
}

const approving =
  (bridge: BridgeAccount): TestAction =>
  (chain, { pick }) =>
    chain.push(RELAYER, bridge, approve, { id: idOf(chain, bridge, ['review'], pick) });

const cancelling =
  (bridge: BridgeAccount): TestAction =>
  (chain, { pick }) => {
    const id = idOf(chain, bridge, ['review', 'pending'], pick);
    return chain.push(RELAYER, bridge, cancel, { id, reason: 'not today' });
  };

/** The genesis fees with another miner fee and another review limit. */
const changingFees =
  (bridge: BridgeAccount, fees: typeof BTC_FEES): TestAction =>
  (chain, { part }) => {
    const miner_fee = { ...fees.miner_fee, units: part * 5n };
    const review_from = { ...fees.review_from, units: part * 20_000n };
    return chain.push(bridge, bridge, setfees, { ...fees, miner_fee, review_from });
  };

export const BRIDGE_ACTIONS = {
  depositAddress: (chain, { who }) => chain.push(who, BTC_BRIDGE, genaddr, { account: who }),
  payIn: payingIn(BTC_BRIDGE),
  fundVault: payingIn(VAULT_BRIDGE),
  assignAddresses: (chain, { pick }) => chain.push(RELAYER, VAULT_BRIDGE, assign, { count: pick % 3 }),
  /** A transaction that may have been seen before. */
  receive: (chain, draw) =>
    chain.push(RELAYER, BTC_BRIDGE, receive, {
      txid: simulatedTxid(`by the way ${String(draw.pick % 5)}`),
      btc_address: chain.addressOf(BTC_BRIDGE, draw.whom) ?? OUTSIDE,
      quantity: amountOf(BTC, draw.part),
    }),
  settleBridge: (chain) => chain.push(RELAYER, BTC_BRIDGE, settle, {}),
  settleVaults: (chain) => chain.push(RELAYER, VAULT_BRIDGE, settle, {}),
  payOut: payingOut(BTC_BRIDGE, BTC),
  payOutCollateral: payingOut(VAULT_BRIDGE, CBTC),
  approveWithdrawal: approving(BTC_BRIDGE),
  approveOfVault: approving(VAULT_BRIDGE),
  cancelWithdrawal: cancelling(BTC_BRIDGE),
  cancelOfVault: cancelling(VAULT_BRIDGE),
  changeFees: changingFees(BTC_BRIDGE, BTC_FEES),
  changeVaultFees: changingFees(VAULT_BRIDGE, CBTC_FEES),
} satisfies Record<string, TestAction>;

/** Bitcoin blocks, which confirm payments. */
export const MINING = {
  bitcoinBlocks: (chain, { pick }) => chain.push(RELAYER, BTC_BRIDGE, btcblocks, { count: pick % 5 }),
} satisfies Record<string, TestAction>;
