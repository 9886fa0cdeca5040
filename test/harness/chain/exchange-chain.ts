import { type Asset, decodeType, formatAmount, formatPrice, type Json, nameToValue } from '@app/antelope';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { lockOf, type OrderTerms } from '../../../apps/devchain/src/contracts/dex/matching/order';
import type { Pair } from '../../../apps/devchain/src/contracts/dex/pairs';
import { cancelorder } from '../../../apps/devchain/src/contracts/dex/signatures';
import { tradesTable, ordersTable } from '../../../apps/devchain/src/contracts/dex/tables';
import type { Token } from '../../../apps/devchain/src/contracts/shared/tokens';
import { transfer } from '../../../apps/devchain/src/contracts/token/signatures';
import type { Chain } from '../../../apps/devchain/src/kernel/chain';
import type { TransactionTrace } from '../../../apps/devchain/src/kernel/execution/trace';
import type { ActionSignature } from '../../../apps/devchain/src/kernel/sdk/action-signature';
import type { Contract } from '../../../apps/devchain/src/kernel/sdk/contract';
import type { TableDefinition } from '../../../apps/devchain/src/kernel/sdk/table';
import { InProcessChain } from './in-process-chain';
import { supplyOf } from './token-totals';
import { EXCHANGE } from '../../../apps/devchain/src/contracts/shared/account-names';

/** A development chain with an exchange, without HTTP; `alice@agent` names a permission. */
export class ExchangeChain {
  readonly #host: InProcessChain;

  constructor(contracts: readonly Contract[]) {
    this.#host = new InProcessChain({ seed: 'exchange', contracts });
  }

  get chain(): Chain {
    return this.#host.chain;
  }

  nextBlock(): void {
    this.#host.nextBlock();
  }

  push<A>(signer: string, contract: string, signature: ActionSignature<A>, args: A): TransactionTrace {
    return this.#host.client.send(actionOf(contract, signature, args, signer));
  }

  transfer(signer: string, to: string, contract: string, quantity: Asset, memo: string): TransactionTrace {
    const [from = ''] = signer.split('@');
    return this.push(signer, contract, transfer, { from, to, quantity, memo });
  }

  order(signer: string, pair: Pair, terms: OrderTerms): TransactionTrace {
    const token = terms.side === 'buy' ? pair.quote : pair.base;
    const { contract, symbol, precision } = token;
    const quantity = { units: lockOf(pair, terms), symbol, precision };
    return this.transfer(signer, EXCHANGE, contract, quantity, orderMemo(pair, terms));
  }

  cancel(signer: string, pair: Pair, orderIdentifier: bigint): TransactionTrace {
    return this.push(signer, EXCHANGE, cancelorder, { orderIdentifier, pair: pair.name });
  }

  rows<R>(code: string, scope: string, table: TableDefinition<R>): R[] {
    return this.#host.client.rows(code, scope, table);
  }

  /** Rows of the exchange as a node would print them, by the ABI that is on the chain. */
  json(scope: string, table: string, rowType: string): Json[] {
    const abi = this.chain.abi(EXCHANGE)?.parsed;
    if (abi === undefined) throw new Error('the exchange has no ABI');
    const rows = this.chain.table(EXCHANGE, nameToValue(scope), table)?.rows() ?? [];
    return [...rows].map(({ value }) => decodeType(abi, rowType, value));
  }

  openOrders(pair: Pair) {
    return this.rows(EXCHANGE, pair.name, ordersTable);
  }

  trades() {
    return this.rows(EXCHANGE, EXCHANGE, tradesTable);
  }

  balance(account: string, token: Token): bigint {
    return this.#host.client.balance(account, token);
  }

  supply(token: Token): bigint {
    return supplyOf(this.chain, token);
  }
}

export function orderMemo(pair: Pair, { side, base, price }: OrderTerms): string {
  const quantity = `${formatAmount(base, pair.base.precision)} ${pair.base.symbol}`;
  return `${side}:${quantity}:${formatPrice(price, pair.priceDecimals)} ${pair.quote.symbol}`;
}
