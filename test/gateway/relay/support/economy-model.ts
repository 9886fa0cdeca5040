import { depositsOf, lockedByBooks, type Units } from './model-balances';
import type { InProcessClient } from '../../../../apps/devchain/src/client/in-process-client';
import { NaiveExchange } from '../../../../apps/devchain/src/contracts/dex/testing/naive-exchange';
import { type Pair, PAIRS } from '../../../../apps/devchain/src/contracts/dex/pairs';
import { BTC, NATIVE, type Token, USDT } from '../../../../apps/devchain/src/contracts/shared/tokens';
import type { Answer } from '../../../harness/gateway/gateway-client';
import { ReferenceLending } from '../../../../apps/devchain/src/contracts/loan/testing/reference-lending';
import { readLending, vaultsOf } from './initial-lending';

/** Most trades of one order. Source: docs/contracts/dex.md. */
const MAX_FILLS = 50;
const TOKENS: Readonly<Record<string, Token>> = { BTC, USDT, NATIVE };

/** Units of an amount as tools take it. */
const unitsOf = (amount: unknown, decimals = 8): bigint => {
  const [whole = '', fraction = ''] = String(amount).split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
};

/**
 * The reference models of the exchange and of lending over one set of balances, with the bridges as plain receivers. It
 * starts from the tables of a chain, and from then on knows only what tools were called with, and the time.
 */
export class EconomyModel {
  readonly exchange: NaiveExchange;
  readonly lending: ReferenceLending;
  readonly #vaults: ReadonlyMap<string, string>;

  constructor(
    chain: InProcessClient,
    readonly accounts: readonly string[],
    nowMs: number,
  ) {
    const balances = accounts.flatMap((account) =>
      Object.values(TOKENS).map(
        (token) => [`${account} ${token.symbol}`, chain.balance(account, token)] as const,
      ),
    );
    this.exchange = new NaiveExchange(MAX_FILLS, new Map(balances));
    this.#vaults = vaultsOf(chain);
    this.lending = readLending(chain, { accounts, vaults: this.#vaults, nowMs });
  }

  /** Sets the time of the next transaction, and a price of that time. */
  advance(nowMs: number, price: bigint): void {
    this.lending.ledger.nowMs = nowMs;
    this.lending.ledger.setPrice(price);
  }

  /** Carries out the call of a tool. @returns the reason of a refusal */
  apply(tool: string, input: Answer): string | undefined {
    const { account } = input as { account: string };
    const { loans, deposits, ledger } = this.lending;
    const pool = Number(input['pool_id']);
    const usdt = unitsOf(input['amount_usdt'] ?? 0);
    switch (tool) {
      case 'transfer':
        return this.#pay(
          String(input['from']),
          String(input['to']),
          String(input['symbol']),
          input['amount'],
        );
      case 'withdraw_btc':
        return this.#pay(account, 'bridge', 'BTC', input['amount']);
      case 'place_order':
        return this.#place(input);
      case 'cancel_order':
        return this.exchange.cancel(pairOf(input), account, Number(input['order_id']))
          ? undefined
          : 'no such order';
      case 'lend':
        return this.#atLending(() => deposits.lend(account, pool, usdt) ?? this.#process());
      case 'redeem':
        return this.#atLending(
          () => deposits.redeem(account, pool, unitsOf(input['amount_tpf'])) ?? this.#process(),
        );
      case 'borrow':
        return this.#atLending(
          () => loans.borrow(account, pool, usdt, Number(input['max_apr_bps'])) ?? this.#process(),
        );
      case 'repay':
        return this.#atLending(() => loans.repay(account, usdt));
      case 'cancel_redeem':
        return deposits.cancel(account, Number(input['id']));
      case 'cancel_loan_request':
        return loans.cancelRequest(account);
      case 'withdraw_collateral':
        return this.#withdraw(account, unitsOf(input['amount_cbtc']), ledger.saveInterest());
      default:
        throw new Error(`the model has no ${tool}`);
    }
  }

  /** Units by `account symbol`: those of the accounts, their vaults, and all contracts. */
  balances(): Units {
    const { ledger } = this.lending;
    const cbtc = [...this.#vaults].map(
      ([owner, vault]) => [`${vault} CBTC`, ledger.unitsOf(ledger.cbtc, owner)] as const,
    );
    return new Map([
      ...this.exchange.balances,
      ...lockedByBooks(this.exchange),
      ...depositsOf(this.lending, this.accounts),
      ...cbtc,
      ['vaults CBTC', ledger.unitsOf(ledger.cbtc, 'vaults')],
    ]);
  }

  #place(input: Answer): string | undefined {
    const pair = pairOf(input);
    const order = {
      account: String(input['account']),
      side: input['side'] as 'buy' | 'sell',
      price: unitsOf(input['price'], pair.priceDecimals),
      base: unitsOf(input['amount'], pair.base.precision),
    };
    return this.exchange.place(pair, order) ? undefined : 'the exchange refuses the order';
  }

  #pay(from: string, to: string, symbol: string, amount: unknown): string | undefined {
    const { balances } = this.exchange;
    const units = unitsOf(amount, TOKENS[symbol]?.precision);
    const [sender, receiver] = [`${from} ${symbol}`, `${to} ${symbol}`];
    if ((balances.get(sender) ?? 0n) < units) return 'overdrawn balance';
    balances.set(sender, (balances.get(sender) ?? 0n) - units);
    balances.set(receiver, (balances.get(receiver) ?? 0n) + units);
    return undefined;
  }

  /** A withdrawal charges no interest. */
  #withdraw(account: string, units: bigint, restoreInterest: () => void): string | undefined {
    const { loans, ledger } = this.lending;
    const refusal = loans.withdraw(account, units);
    restoreInterest();
    if (refusal === undefined) ledger.add(ledger.cbtc, 'vaults', units);
    return refusal;
  }

  /** The queue is processed after a deposit, a redemption and a request. */
  #process(): undefined {
    this.lending.loans.process();
    return undefined;
  }

  /** Both models hold the USDT of the accounts. */
  #atLending(work: () => string | undefined): string | undefined {
    const { usdt } = this.lending.ledger;
    for (const account of this.accounts) usdt.set(account, this.exchange.balance(account, 'USDT'));
    const refusal = work();
    for (const account of this.accounts)
      this.exchange.balances.set(`${account} USDT`, usdt.get(account) ?? 0n);
    return refusal;
  }
}

function pairOf(input: Answer): Pair {
  const pair = PAIRS.find(({ name }) => name === input['pair']);
  if (pair === undefined) throw new Error(`no pair ${String(input['pair'])}`);
  return pair;
}
