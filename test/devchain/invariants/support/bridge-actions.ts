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

export type BridgeAccount = 'bridge' | 'vaults';

const ONE = 10n ** 8n;

/** The address of an account, of its vault, or one outside of the chain. */
function addressFor(chain: LendingChain, { whom, pick }: DrawnValues): string {
  const known = [chain.addressOf('bridge', whom), chain.addressOf('vaults', vaultOf(whom)), OUTSIDE];
  return known[pick % known.length] ?? OUTSIDE;
}

/** A payment to one of the assigned addresses of a bridge. */
const payingIn =
  (bridge: BridgeAccount): TestAction =>
  (chain, draw) => {
    const address =
      oneOf(chain.rows(bridge, bridge, depositAddressesTable), draw.pick)?.btc_address ?? OUTSIDE;
    const quantity = amountOf(BTC, partOf(ONE, draw));
    return chain.push('relayer', 'bridge', btcsend, { btc_address: address, quantity });
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
    chain.push('relayer', bridge, approve, { id: idOf(chain, bridge, ['review'], pick) });

const cancelling =
  (bridge: BridgeAccount): TestAction =>
  (chain, { pick }) => {
    const id = idOf(chain, bridge, ['review', 'pending'], pick);
    return chain.push('relayer', bridge, cancel, { id, reason: 'not today' });
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
  depositAddress: (chain, { who }) => chain.push(who, 'bridge', genaddr, { account: who }),
  payIn: payingIn('bridge'),
  fundVault: payingIn('vaults'),
  assignAddresses: (chain, { pick }) => chain.push('relayer', 'vaults', assign, { count: pick % 3 }),
  /** A transaction that may have been seen before. */
  receive: (chain, draw) =>
    chain.push('relayer', 'bridge', receive, {
      txid: simulatedTxid(`by the way ${String(draw.pick % 5)}`),
      btc_address: chain.addressOf('bridge', draw.whom) ?? OUTSIDE,
      quantity: amountOf(BTC, draw.part),
    }),
  settleBridge: (chain) => chain.push('relayer', 'bridge', settle, {}),
  settleVaults: (chain) => chain.push('relayer', 'vaults', settle, {}),
  payOut: payingOut('bridge', BTC),
  payOutCollateral: payingOut('vaults', CBTC),
  approveWithdrawal: approving('bridge'),
  approveOfVault: approving('vaults'),
  cancelWithdrawal: cancelling('bridge'),
  cancelOfVault: cancelling('vaults'),
  changeFees: changingFees('bridge', BTC_FEES),
  changeVaultFees: changingFees('vaults', CBTC_FEES),
} satisfies Record<string, TestAction>;

/** Bitcoin blocks, which confirm payments. */
export const MINING = {
  bitcoinBlocks: (chain, { pick }) => chain.push('relayer', 'bridge', btcblocks, { count: pick % 5 }),
} satisfies Record<string, TestAction>;
