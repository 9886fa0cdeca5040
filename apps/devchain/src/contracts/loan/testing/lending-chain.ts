import {
  formatPrice,
  nameToValue,
  type PackedAction,
  parsePrivateKey,
  type PrivateKeyValue,
  symbolCodeToValue,
} from '@app/antelope';
import { createDevelopmentChain } from '../../../genesis/genesis';
import { packedAction, signedPush } from '../../../genesis/signed-push';
import { decode } from '../../../kernel/abi/abi-type';
import { singleAuthority } from '../../../kernel/accounts/permissions';
import type { Chain } from '../../../kernel/chain';
import { ChainError } from '../../../kernel/chain-error';
import type { ActionSignature } from '../../../kernel/contract/action';
import type { TableDefinition } from '../../../kernel/contract/table';
import { newaccount } from '../../../kernel/native-actions';
import type { TransactionTrace } from '../../../kernel/trace';
import { bridge } from '../../bridge/contract';
import { btcblocks, btcsend } from '../../bridge/signatures';
import { accounts as addresses } from '../../bridge/tables';
import { amountOf, BTC, CBTC, type Token } from '../../bridge/tokens';
import { oracle } from '../../oracle/contract';
import { addfeeder, submit } from '../../oracle/signatures';
import { issue, transfer } from '../../token/signatures';
import { accounts as balances, stat } from '../../token/tables';
import { vaults } from '../../vaults/contract';
import { assign } from '../../vaults/signatures';
import { loan } from '../contract';
import { createvault, genaddr } from '../signatures';
import { USDT } from '../tokens';

const START_MS = Date.parse('2026-03-01T12:00:00Z');
const BLOCK_MS = 500;
const FEEDERS = ['feeder1', 'feeder2', 'feeder3'];
const PRICE_DECIMALS = 8;

/** A development chain with lending, driven without HTTP. Every account on it but those of genesis obeys `eosio`. */
export class LendingChain {
  readonly chain: Chain;
  private readonly systemKey: PrivateKeyValue;
  private readonly keys: ReadonlyMap<string, PrivateKeyValue>;
  private nowMs = START_MS;

  constructor(people: readonly string[]) {
    const contracts = [loan, vaults, bridge, oracle];
    const created = createDevelopmentChain({ seed: 'lending', now: () => this.nowMs, contracts });
    this.chain = created.chain;
    this.keys = new Map(created.accounts.map(({ name, private_key: key }) => [name, parsePrivateKey(key)]));
    this.systemKey = this.keyOf('eosio');
    this.wait(0);
    this.transact([...FEEDERS, ...people].map((name) => newAccount(name)));
    this.transact(FEEDERS.map((feeder) => packedAction('oracle', addfeeder, { feeder }, 'oracle')));
  }

  /** Of the block that is next, in seconds. */
  get nowSec(): number {
    return Math.floor((this.nowMs + BLOCK_MS) / 1000);
  }

  /** Lets time go by and seals a block. */
  wait(seconds: number): void {
    this.nowMs += Math.max(seconds * 1000, BLOCK_MS);
    this.chain.openBlockAt(this.nowMs);
    this.chain.produceBlock();
  }

  /** One action in a block of its own. */
  push<A>(actor: string, contract: string, signature: ActionSignature<A>, args: A): TransactionTrace {
    return this.transact([packedAction(contract, signature, args, actor)]);
  }

  transact(actions: PackedAction[]): TransactionTrace {
    const actor = actions[0]?.authorization[0]?.actor ?? '';
    const trace = signedPush(this.chain, [this.keys.get(actor) ?? this.systemKey], actions);
    this.wait(0);
    return trace;
  }

  /** Why the work was refused, in the words of the contract; undefined when it was not. */
  refusalOf(work: () => unknown): string | undefined {
    try {
      work();
      return undefined;
    } catch (error) {
      // The next one needs a block of its own as well.
      this.wait(0);
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
      packedAction(USDT.contract, issue, { to: 'eosio', quantity, memo: '' }, 'eosio'),
      packedAction(USDT.contract, transfer, { from: 'eosio', to: account, quantity, memo: '' }, 'eosio'),
    ]);
  }

  /** All feeders say the same. */
  setPrice(units: bigint): void {
    const price = formatPrice(units, PRICE_DECIMALS);
    this.transact(
      FEEDERS.map((feeder) => packedAction('oracle', submit, { feeder, pair: 'btcusd', price }, feeder)),
    );
  }

  /** A vault with its address. */
  openVault(owner: string, vault: string): void {
    this.transact([
      packedAction('loan', createvault, { owner, vault }, owner),
      packedAction('loan', genaddr, { owner, vault }, owner),
    ]);
    this.push('relayer', 'vaults', assign, { count: 10 });
  }

  /** Bitcoin arrives at the address of an account or vault, with all its confirmations. */
  payBitcoin(bridgeAccount: 'bridge' | 'vaults', account: string, units: bigint): void {
    const row = this.find(bridgeAccount, bridgeAccount, addresses, nameToValue(account));
    const address = row?.btc_address ?? '';
    this.push('relayer', 'bridge', btcsend, { btc_address: address, quantity: amountOf(BTC, units) });
    this.push('relayer', 'bridge', btcblocks, { count: 3 });
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
    return this.find(contract, account, balances, symbolCodeToValue(symbol))?.balance.units ?? 0n;
  }

  collateral(vault: string): bigint {
    return this.balance(vault, CBTC);
  }

  supply({ contract, symbol }: Token): bigint {
    const code = symbolCodeToValue(symbol);
    const row = this.chain.table(contract, code, stat.name)?.find(code);
    return row === undefined ? 0n : decode(stat.row, row.value).supply.units;
  }

  /** The sum of all balances of a token, found by looking at every account that has any. */
  held({ contract, symbol }: Token): bigint {
    let sum = 0n;
    const scopes = new Set([...this.chain.scopes({ code: contract })].map(({ scope }) => scope));
    for (const scope of scopes) {
      const row = this.chain.table(contract, scope, balances.name)?.find(symbolCodeToValue(symbol));
      if (row !== undefined) sum += decode(balances.row, row.value).balance.units;
    }
    return sum;
  }

  private keyOf(name: string): PrivateKeyValue {
    const key = this.keys.get(name);
    if (key === undefined) throw new Error(`no key of ${name}`);
    return key;
  }
}

function newAccount(name: string): PackedAction {
  const authority = singleAuthority({
    accounts: [{ permission: { actor: 'eosio', permission: 'active' }, weight: 1 }],
  });
  return packedAction(
    'eosio',
    newaccount,
    { creator: 'eosio', name, owner: authority, active: authority },
    'eosio',
  );
}
