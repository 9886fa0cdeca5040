import {
  depositAddressesTable,
  type PegInRow,
  type PegOutRow,
  pegOutsTable,
  pegInsTable,
} from '../../../../apps/devchain/src/contracts/bridge/tables';
import { BTC, CBTC, type Token } from '../../../../apps/devchain/src/contracts/shared/tokens';
import type { LendingChain } from '../../../harness/chain/lending-chain';
import { Amounts, difference, differences, sum } from './amounts';
import { holdingsOf } from './token-invariants';
import {
  type BridgeAccount,
  BTC_BRIDGE,
  VAULT_BRIDGE,
} from '../../../../apps/devchain/src/contracts/shared/account-names';

/** All records of a bridge. */
interface Records {
  readonly bridge: BridgeAccount;
  readonly token: Token;
  readonly addresses: readonly string[];
  readonly seen: readonly PegInRow[];
  readonly credited: readonly PegInRow[];
  /** In review or pending. */
  readonly waiting: readonly PegOutRow[];
  readonly gone: readonly PegOutRow[];
}

/** The invariants of both bridges in docs/contracts/bridge.md. */
export class BridgeInvariants {
  /** BTC supply without peg-ins. */
  readonly #bitcoinOfGenesis: bigint;

  constructor(chain: LendingChain) {
    this.#bitcoinOfGenesis = chain.supply(BTC) - pegged(recordsOf(chain, BTC_BRIDGE, BTC));
  }

  *violations(chain: LendingChain): Generator<string> {
    const both = [recordsOf(chain, BTC_BRIDGE, BTC), recordsOf(chain, VAULT_BRIDGE, CBTC)];
    for (const records of both) {
      const { bridge, token } = records;
      const atFirst = bridge === BTC_BRIDGE ? this.#bitcoinOfGenesis : 0n;
      yield* difference(`supply of ${token.symbol}`, chain.supply(token), atFirst + pegged(records));
      yield* differences(bridge, holdingsOf(chain, bridge), dueIn(records));
      for (const row of [...records.waiting, ...records.gone]) yield* costViolations(row);
    }
    yield* arrivalViolations(both);
  }
}

function recordsOf(chain: LendingChain, bridge: BridgeAccount, token: Token): Records {
  const ins = (scope: string) => chain.rows(bridge, scope, pegInsTable);
  const outs = (scope: string) => chain.rows(bridge, scope, pegOutsTable);
  return {
    bridge,
    token,
    addresses: chain.rows(bridge, bridge, depositAddressesTable).map(({ btc_address: address }) => address),
    seen: ins('pending'),
    credited: ins('confirmed'),
    waiting: [...outs('review'), ...outs('pending')],
    gone: outs('completed'),
  };
}

/** Confirmed peg-ins minus completed peg-outs. */
function pegged({ credited, gone }: Records): bigint {
  const left = gone.map((row) => row.net_amount.units + row.miner_fee.units);
  return sum(credited.map(({ quantity }) => quantity.units)) - sum(left);
}

/** Unsent peg-outs and the fees of completed ones. */
function dueIn({ token: { symbol }, waiting, gone }: Records): Amounts {
  const due = new Amounts();
  for (const { quantity } of waiting) due.add(symbol, quantity.units);
  for (const { tx_fee: fee } of gone) due.add(symbol, fee.units);
  return due;
}

function* costViolations({ id, quantity, tx_fee: fee, miner_fee: miners, net_amount: net }: PegOutRow) {
  yield* difference(
    `parts of withdrawal ${String(id)}`,
    fee.units + miners.units + net.units,
    quantity.units,
  );
  if (fee.units < 0n || net.units <= 0n) yield `withdrawal ${String(id)} costs too much`;
}

/** A peg-out to an address of one of the bridges arrives there once, in full. */
function* arrivalViolations(both: readonly Records[]): Generator<string> {
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
