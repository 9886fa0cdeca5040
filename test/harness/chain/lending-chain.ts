import { formatPrice, nameToValue, type PackedAction, symbolCodeToValue } from '@app/antelope';
import { createDevelopmentChain } from '../../../apps/devchain/src/genesis/genesis';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { InProcessClient } from '../../../apps/devchain/src/client/in-process-client';
import { decode } from '../../../apps/devchain/src/kernel/sdk/abi/abi-type';
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
import { balancesTable, tokenStatsTable } from '../../../apps/devchain/src/contracts/token/tables';
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

const START_MS = Date.parse('2026-03-01T12:00:00Z');
const FEEDERS = ['feeder1', 'feeder2', 'feeder3'];
const SEED = 'lending';
const CHAIN_ID = createDevelopmentChain({ seed: SEED, now: () => START_MS }).chain.chainId;

/** The deposit address of an account on every such chain. */
export function lendingAddress(bridge: string, account: string): string {
  return depositAddress({ chainId: CHAIN_ID, bridge, account }, REGTEST);
}

/** A development chain with lending, driven without HTTP. Every account on it but those of genesis obeys `eosio`. */
export class LendingChain {
  readonly chain: Chain;
  private readonly client: InProcessClient;
  private nowMs = START_MS;
  /** Whether transactions are looked at for traces of a refusal; it takes longer than the transaction. */
  isWatched = false;

  constructor(people: readonly string[], further: readonly Contract[] = []) {
    const contracts = [loanContract, vaultsContract, bridgeContract, oracleContract, ...further];
    const created = createDevelopmentChain({ seed: SEED, now: () => this.nowMs, contracts });
    this.chain = created.chain;
    const accounts = created.accounts.map(({ name }) => name);
    this.client = new InProcessClient(this.chain, { seed: SEED, accounts });
    this.wait(0);
    this.transact([...FEEDERS, ...people].map((name) => newAccount(name)));
    this.transact(FEEDERS.map((feeder) => actionOf('oracle', addfeeder, { feeder }, 'oracle')));
  }

  /** Time of the next transaction. */
  get nextMs(): number {
    return this.nowMs + BLOCK_INTERVAL_MS;
  }

  /** Lets time go by, to a block. */
  wait(seconds: number): void {
    this.nowMs += Math.max(seconds * 1000, BLOCK_INTERVAL_MS);
    this.chain.openBlockAt(this.nowMs);
    this.chain.produceBlock();
  }

  /** One action in a block of its own. */
  push<A>(actor: string, contract: string, signature: ActionSignature<A>, args: A): TransactionTrace {
    return this.transact([actionOf(contract, signature, args, actor)]);
  }

  /** Half a second later, in a block of their own. While watched, what is refused must leave no trace. */
  transact(actions: PackedAction[]): TransactionTrace {
    this.nowMs += BLOCK_INTERVAL_MS;
    this.chain.openBlockAt(this.nowMs);
    const before = this.digest();
    try {
      return this.client.send(...actions);
    } catch (error) {
      if (this.digest() !== before) throw new Error('a refusal left a trace', { cause: error });
      throw error;
    } finally {
      this.chain.produceBlock();
    }
  }

  /** Why the work was refused, in the words of the contract; undefined when it was not. */
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

  /** New money. */
  endow(account: string, units: bigint): void {
    const quantity = amountOf(USDT, units);
    this.transact([
      actionOf(USDT.contract, issue, { to: 'eosio', quantity, memo: '' }, 'eosio'),
      actionOf(USDT.contract, transfer, { from: 'eosio', to: account, quantity, memo: '' }, 'eosio'),
    ]);
  }

  /** All feeders say the same. */
  setPrice(units: bigint): void {
    const price = formatPrice(units, PRICE_DECIMALS);
    this.transact(
      FEEDERS.map((feeder) => actionOf('oracle', submit, { feeder, pair: 'btcusd', price }, feeder)),
    );
  }

  borrow(account: string, usdt: bigint, { poolId = 6, cap = 2000 } = {}): TransactionTrace {
    const amount = amountOf(USDT, usdt);
    return this.push(account, 'loan', borrowvar, { account, amount, pool_id: poolId, max_apr_bps: cap });
  }

  lend(account: string, usdt: bigint, poolId = 6): TransactionTrace {
    return this.send(account, 'loan', USDT, usdt, `lend:${String(poolId)}`);
  }

  redeem(account: string, shares: bigint, poolId = 6): TransactionTrace {
    const share = SHARES[poolId] ?? USDT;
    return this.send(account, 'loan', share, shares, `redeem:${String(poolId)}`);
  }

  repay(account: string, usdt: bigint): TransactionTrace {
    return this.send(account, 'loan', USDT, usdt, 'repay');
  }

  process(): TransactionTrace {
    return this.push('relayer', 'loan', processqueue, {});
  }

  pool(poolId = 6): PoolRow {
    const row = this.find('loan', 'loan', poolsTable, BigInt(poolId));
    if (row === undefined) throw new Error(`no pool ${String(poolId)}`);
    return row;
  }

  /** The open loan of an account. */
  loanOf(account: string): LoanRow | undefined {
    return this.rows('loan', 'loan', loansTable).find((row) => row.account === account);
  }

  /** A vault with its address. */
  openVault(owner: string, vault: string): void {
    this.transact([
      actionOf('loan', createvault, { owner, vault }, owner),
      actionOf('loan', genaddr, { owner, vault }, owner),
    ]);
    this.push('relayer', 'vaults', assign, { count: 10 });
  }

  /** Bitcoin arrives at the address of an account or vault, with all its confirmations. */
  payBitcoin(bridgeAccount: 'bridge' | 'vaults', account: string, units: bigint): void {
    const address = this.addressOf(bridgeAccount, account) ?? '';
    this.push('relayer', 'bridge', btcsend, { btc_address: address, quantity: amountOf(BTC, units) });
    this.push('relayer', 'bridge', btcblocks, { count: 3 });
  }

  /** The Bitcoin address of an account or vault. */
  addressOf(bridgeAccount: 'bridge' | 'vaults', account: string): string | undefined {
    return this.find(bridgeAccount, bridgeAccount, depositAddressesTable, nameToValue(account))?.btc_address;
  }

  rows<R>(code: string, scope: string, definition: TableDefinition<R>): R[] {
    const table = this.chain.table(code, nameToValue(scope), definition.name);
    return [...(table?.rows() ?? [])].map(({ value }) => decode(definition.row, value));
  }

  find<R>(code: string, scope: string, definition: TableDefinition<R>, key: bigint): R | undefined {
    const row = this.chain.table(code, nameToValue(scope), definition.name)?.find(key);
    return row && decode(definition.row, row.value);
  }

  balance(account: string, { contract, symbol }: Token): bigint {
    return this.find(contract, account, balancesTable, symbolCodeToValue(symbol))?.balance.units ?? 0n;
  }

  collateral(vault: string): bigint {
    return this.balance(vault, CBTC);
  }

  supply({ contract, symbol }: Token): bigint {
    const code = symbolCodeToValue(symbol);
    const row = this.chain.table(contract, code, tokenStatsTable.name)?.find(code);
    return row === undefined ? 0n : decode(tokenStatsTable.row, row.value).supply.units;
  }

  /** The sum of all balances of a token, found by looking at every account that has any. */
  held({ contract, symbol }: Token): bigint {
    let sum = 0n;
    const scopes = new Set([...this.chain.scopes({ code: contract })].map(({ scope }) => scope));
    for (const scope of scopes) {
      const row = this.chain.table(contract, scope, balancesTable.name)?.find(symbolCodeToValue(symbol));
      if (row !== undefined) sum += decode(balancesTable.row, row.value).balance.units;
    }
    return sum;
  }

  private digest(): string {
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
