import {
  accounts,
  type PegInRow,
  type PegOutRow,
  ptxhistory,
  txhistory,
} from '../../../apps/devchain/src/contracts/bridge/tables';
import { BTC, CBTC, type Token } from '../../../apps/devchain/src/contracts/bridge/tokens';
import type { LendingChain } from '../../../apps/devchain/src/contracts/loan/testing/lending-chain';
import { Amounts, difference, differences, sum } from './amounts';
import type { BridgeAccount } from './bridge-acts';
import { holdingsOf } from './token-books';

/** All that a bridge has written down. */
interface Records {
  readonly bridge: BridgeAccount;
  readonly token: Token;
  readonly addresses: readonly string[];
  readonly seen: readonly PegInRow[];
  readonly credited: readonly PegInRow[];
  /** In review, or on its way out. */
  readonly waiting: readonly PegOutRow[];
  readonly gone: readonly PegOutRow[];
}

/** The books of both bridges, as docs/contracts/bridge.md has them. */
export class BridgeBooks {
  /** BTC that there was before anything came from Bitcoin. */
  private readonly bitcoinOfGenesis: bigint;

  constructor(chain: LendingChain) {
    this.bitcoinOfGenesis = chain.supply(BTC) - pegged(recordsOf(chain, 'bridge', BTC));
  }

  *wrong(chain: LendingChain): Generator<string> {
    const both = [recordsOf(chain, 'bridge', BTC), recordsOf(chain, 'vaults', CBTC)];
    for (const records of both) {
      const { bridge, token } = records;
      const atFirst = bridge === 'bridge' ? this.bitcoinOfGenesis : 0n;
      yield* difference(`supply of ${token.symbol}`, chain.supply(token), atFirst + pegged(records));
      yield* differences(bridge, holdingsOf(chain, bridge), dueIn(records));
      for (const row of [...records.waiting, ...records.gone]) yield* wrongCost(row);
    }
    yield* wrongArrivals(both);
  }
}

function recordsOf(chain: LendingChain, bridge: BridgeAccount, token: Token): Records {
  const ins = (scope: string) => chain.rows(bridge, scope, txhistory);
  const outs = (scope: string) => chain.rows(bridge, scope, ptxhistory);
  return {
    bridge,
    token,
    addresses: chain.rows(bridge, bridge, accounts).map(({ btc_address: address }) => address),
    seen: ins('pending'),
    credited: ins('confirmed'),
    waiting: [...outs('review'), ...outs('pending')],
    gone: outs('completed'),
  };
}

/** All that came from Bitcoin and is confirmed, less all that has left. */
function pegged({ credited, gone }: Records): bigint {
  const left = gone.map((row) => row.net_amount.units + row.miner_fee.units);
  return sum(credited.map(({ quantity }) => quantity.units)) - sum(left);
}

/** What is on its way out, and the fees of what has left. */
function dueIn({ token: { symbol }, waiting, gone }: Records): Amounts {
  const due = new Amounts();
  for (const { quantity } of waiting) due.add(symbol, quantity.units);
  for (const { tx_fee: fee } of gone) due.add(symbol, fee.units);
  return due;
}

function* wrongCost({ id, quantity, tx_fee: fee, miner_fee: miners, net_amount: net }: PegOutRow) {
  yield* difference(
    `parts of withdrawal ${String(id)}`,
    fee.units + miners.units + net.units,
    quantity.units,
  );
  if (fee.units < 0n || net.units <= 0n) yield `withdrawal ${String(id)} costs too much`;
}

/** What was sent to an address of one of the bridges has come there, once, to the unit. */
function* wrongArrivals(both: readonly Records[]): Generator<string> {
  const known = new Set(both.flatMap(({ addresses }) => addresses));
  const arrivals = new Map<string, bigint[]>();
  for (const { txid, quantity } of both.flatMap(({ seen, credited }) => [...seen, ...credited]))
    arrivals.set(txid, [...(arrivals.get(txid) ?? []), quantity.units]);
  for (const { txid, btc_address: address, net_amount: net } of both.flatMap((one) => [
    ...one.waiting,
    ...one.gone,
  ])) {
    if (txid === '' || !known.has(address)) continue;
    const came = arrivals.get(txid) ?? [];
    if (came.length !== 1) yield `${txid} has come ${String(came.length)} times`;
    yield* difference(`what came by ${txid}`, sum(came), net.units);
  }
}
