import { formatPrice, nameToValue, type PackedAction } from '@app/antelope';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { singleAuthority } from '../../../apps/devchain/src/kernel/sdk/authority';
import type { Chain } from '../../../apps/devchain/src/kernel/chain';
import { ChainError } from '../../../apps/devchain/src/kernel/sdk/errors/chain-error';
import type { Contract } from '../../../apps/devchain/src/kernel/sdk/contract';
import type { ActionSignature } from '../../../apps/devchain/src/kernel/sdk/action-signature';
import type { TableDefinition } from '../../../apps/devchain/src/kernel/sdk/table';
import { newaccount } from '../../../apps/devchain/src/kernel/sdk/native-actions';
import type { TransactionTrace } from '../../../apps/devchain/src/kernel/execution/trace';
import { REGTEST } from '../../../apps/devchain/src/contracts/bridge/addresses/bitcoin-address';
import { bridgeContract } from '../../../apps/devchain/src/contracts/bridge/contract';
import { depositAddress } from '../../../apps/devchain/src/contracts/bridge/addresses/deposit-address';
import { btcblocks, btcsend } from '../../../apps/devchain/src/contracts/bridge/signatures';
import { depositAddressesTable } from '../../../apps/devchain/src/contracts/bridge/tables';
import {
  amountOf,
  BTC,
  CBTC,
  SHARES,
  type Token,
  USDT,
} from '../../../apps/devchain/src/contracts/shared/tokens';
import { oracleContract } from '../../../apps/devchain/src/contracts/oracle/contract';
import { addfeeder, submit } from '../../../apps/devchain/src/contracts/oracle/signatures';
import { issue, transfer } from '../../../apps/devchain/src/contracts/token/signatures';
import { vaultsContract } from '../../../apps/devchain/src/contracts/vaults/contract';
import { assign } from '../../../apps/devchain/src/contracts/vaults/signatures';
import { loanContract } from '../../../apps/devchain/src/contracts/loan/contract';
import {
  borrowvar,
  createvault,
  genaddr,
  processqueue,
} from '../../../apps/devchain/src/contracts/loan/signatures';
import {
  loansTable,
  type LoanRow,
  type PoolRow,
  poolsTable,
} from '../../../apps/devchain/src/contracts/loan/tables';
import { BLOCK_INTERVAL_MS } from '../../../apps/devchain/src/kernel/blocks/slots';
import { PRICE_DECIMALS } from '../../../apps/devchain/src/contracts/oracle/feeds';
import { InProcessChain } from './in-process-chain';
import { supplyOf, totalBalanceOf } from './token-totals';
import {
  type BridgeAccount,
  BTC_BRIDGE,
  LENDING,
  ORACLE,
  RELAYER,
  VAULT_BRIDGE,
} from '../../../apps/devchain/src/contracts/shared/account-names';

const FEEDERS = ['feeder1', 'feeder2', 'feeder3'];
const SEED = 'lending';
const CHAIN_ID = new InProcessChain({ seed: SEED }).chain.chainId;

/** The deposit address of an account on every such chain. */
export function lendingAddress(bridge: string, account: string): string {
  return depositAddress({ chainId: CHAIN_ID, bridge, account }, REGTEST);
}

/** A development chain with lending, without HTTP. Every account on it but those of genesis obeys `eosio`. */
export class LendingChain {
  readonly #host: InProcessChain;
  /** Whether a refused transaction must leave the state digest unchanged; it takes longer than the transaction. */
  isWatched = false;

  constructor(accounts: readonly string[], additionalContracts: readonly Contract[] = []) {
    const contracts = [loanContract, vaultsContract, bridgeContract, oracleContract, ...additionalContracts];
    this.#host = new InProcessChain({ seed: SEED, contracts });
    this.transact([...FEEDERS, ...accounts].map((name) => newAccount(name)));
    this.transact(FEEDERS.map((feeder) => actionOf(ORACLE, addfeeder, { feeder }, ORACLE)));
  }

  get chain(): Chain {
    return this.#host.chain;
  }

  /** Time of the next transaction. */
  get nextMs(): number {
    return this.#host.clock.now() + BLOCK_INTERVAL_MS;
  }

  /** Advances the clock, at least by a block interval, and produces a block. */
  wait(seconds: number): void {
    this.#openBlockAfter(Math.max(seconds * 1000, BLOCK_INTERVAL_MS));
    this.chain.produceBlock();
  }

  /** One action in a block of its own. */
  push<A>(actor: string, contract: string, signature: ActionSignature<A>, args: A): TransactionTrace {
    return this.transact([actionOf(contract, signature, args, actor)]);
  }

  /** One transaction in a block of its own. While watched, a refused one must not change the state. */
  transact(actions: PackedAction[]): TransactionTrace {
    this.#openBlockAfter(BLOCK_INTERVAL_MS);
    const before = this.#digest();
    try {
      return this.#host.client.send(...actions);
    } catch (error) {
      if (this.#digest() !== before)
        throw new Error('a refused transaction changed the state', { cause: error });
      throw error;
    } finally {
      this.chain.produceBlock();
    }
  }

  /** The error text of the contract when it refuses `work`; undefined when it does not. */
  refusalOf(work: () => unknown): string | undefined {
    try {
      work();
      return undefined;
    } catch (error) {
      if (error instanceof ChainError) return error.message.replace('assertion failure with message: ', '');
      throw error;
    }
  }

  send(from: string, to: string, token: Token, units: bigint, memo: string): TransactionTrace {
    return this.push(from, token.contract, transfer, { from, to, quantity: amountOf(token, units), memo });
  }

  /** Issues USDT to an account. */
  endow(account: string, units: bigint): void {
    const quantity = amountOf(USDT, units);
    this.transact([
      actionOf(USDT.contract, issue, { to: 'eosio', quantity, memo: '' }, 'eosio'),
      actionOf(USDT.contract, transfer, { from: 'eosio', to: account, quantity, memo: '' }, 'eosio'),
    ]);
  }

  /** Submits one price of all feeders. */
  setPrice(units: bigint): void {
    const price = formatPrice(units, PRICE_DECIMALS);
    this.transact(
      FEEDERS.map((feeder) => actionOf(ORACLE, submit, { feeder, pair: 'btcusd', price }, feeder)),
    );
  }

  borrow(account: string, usdt: bigint, { poolId = 6, cap = 2000 } = {}): TransactionTrace {
    const amount = amountOf(USDT, usdt);
    return this.push(account, LENDING, borrowvar, { account, amount, pool_id: poolId, max_apr_bps: cap });
  }

  lend(account: string, usdt: bigint, poolId = 6): TransactionTrace {
    return this.send(account, LENDING, USDT, usdt, `lend:${String(poolId)}`);
  }

  redeem(account: string, shares: bigint, poolId = 6): TransactionTrace {
    const share = SHARES[poolId] ?? USDT;
    return this.send(account, LENDING, share, shares, `redeem:${String(poolId)}`);
  }

  repay(account: string, usdt: bigint): TransactionTrace {
    return this.send(account, LENDING, USDT, usdt, 'repay');
  }

  process(): TransactionTrace {
    return this.push(RELAYER, LENDING, processqueue, {});
  }

  pool(poolId = 6): PoolRow {
    const row = this.find(LENDING, LENDING, poolsTable, BigInt(poolId));
    if (row === undefined) throw new Error(`no pool ${String(poolId)}`);
    return row;
  }

  /** The open loan of an account. */
  loanOf(account: string): LoanRow | undefined {
    return this.rows(LENDING, LENDING, loansTable).find((row) => row.account === account);
  }

  /** A vault with its address. */
  openVault(owner: string, vault: string): void {
    this.transact([
      actionOf(LENDING, createvault, { owner, vault }, owner),
      actionOf(LENDING, genaddr, { owner, vault }, owner),
    ]);
    this.push(RELAYER, VAULT_BRIDGE, assign, { count: 10 });
  }

  /** Bitcoin arrives at the address of an account or vault, with all its confirmations. */
  payBitcoin(bridge: BridgeAccount, account: string, units: bigint): void {
    const address = this.addressOf(bridge, account) ?? '';
    this.push(RELAYER, BTC_BRIDGE, btcsend, { btc_address: address, quantity: amountOf(BTC, units) });
    this.push(RELAYER, BTC_BRIDGE, btcblocks, { count: 3 });
  }

  /** The Bitcoin address of an account or vault. */
  addressOf(bridge: BridgeAccount, account: string): string | undefined {
    return this.find(bridge, bridge, depositAddressesTable, nameToValue(account))?.btc_address;
  }

  rows<R>(code: string, scope: string, table: TableDefinition<R>): R[] {
    return this.#host.client.rows(code, scope, table);
  }

  find<R>(code: string, scope: string, table: TableDefinition<R>, key: bigint): R | undefined {
    return this.#host.client.find(code, scope, table, key);
  }

  balance(account: string, token: Token): bigint {
    return this.#host.client.balance(account, token);
  }

  collateral(vault: string): bigint {
    return this.balance(vault, CBTC);
  }

  supply(token: Token): bigint {
    return supplyOf(this.chain, token);
  }

  totalBalance(token: Token): bigint {
    return totalBalanceOf(this.chain, token);
  }

  #openBlockAfter(ms: number): void {
    this.#host.clock.advance(ms);
    this.chain.openBlockAt(this.#host.clock.now());
  }

  #digest(): string {
    return this.isWatched ? this.chain.stateDigest() : '';
  }
}

function newAccount(name: string): PackedAction {
  const authority = singleAuthority({
    accounts: [{ permission: { actor: 'eosio', permission: 'active' }, weight: 1 }],
  });
  return actionOf(
    'eosio',
    newaccount,
    { creator: 'eosio', name, owner: authority, active: authority },
    'eosio',
  );
}
