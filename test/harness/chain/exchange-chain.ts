import {
  type Asset,
  bytesToHex,
  decodeType,
  formatAmount,
  formatPrice,
  formatTimePointSec,
  type Json,
  nameToValue,
  type PackedAction,
  packTransaction,
  parsePrivateKey,
  type PrivateKeyValue,
  referenceBlock,
  signDigest,
  signingDigest,
  symbolCodeToValue,
} from '@app/antelope';
import { createDevelopmentChain } from '../../../apps/devchain/src/genesis/genesis';
import { decode, encode } from '../../../apps/devchain/src/kernel/sdk/abi/abi-type';
import type { Chain } from '../../../apps/devchain/src/kernel/chain';
import type { ActionSignature } from '../../../apps/devchain/src/kernel/sdk/action-signature';
import type { Contract } from '../../../apps/devchain/src/kernel/sdk/contract';
import type { TableDefinition } from '../../../apps/devchain/src/kernel/sdk/table';
import type { TransactionTrace } from '../../../apps/devchain/src/kernel/execution/trace';
import { transfer } from '../../../apps/devchain/src/contracts/token/signatures';
import { balancesTable, tokenStatsTable } from '../../../apps/devchain/src/contracts/token/tables';
import { lockOf, type OrderTerms } from '../../../apps/devchain/src/contracts/dex/matching/order';
import type { Pair } from '../../../apps/devchain/src/contracts/dex/pairs';
import { cancelorder } from '../../../apps/devchain/src/contracts/dex/signatures';
import { tradesTable, ordersTable } from '../../../apps/devchain/src/contracts/dex/tables';
import { type Token } from '../../../apps/devchain/src/contracts/shared/tokens';
import { BLOCK_INTERVAL_MS } from '../../../apps/devchain/src/kernel/blocks/slots';

const START_MS = Date.parse('2026-03-01T12:00:00Z');

/** A development chain with an exchange, driven without HTTP; `alice@agent` names a permission. */
export class ExchangeChain {
  readonly chain: Chain;
  private readonly keys = new Map<string, PrivateKeyValue>();
  private nowMs = START_MS;
  private pushed = 0;

  constructor(contracts: readonly Contract[]) {
    const created = createDevelopmentChain({ seed: 'exchange', now: () => this.nowMs, contracts });
    this.chain = created.chain;
    for (const { name, permissions } of created.accounts) {
      for (const permission of permissions) {
        this.keys.set(`${name}@${permission.name}`, parsePrivateKey(permission.private_key));
      }
    }
    this.nextBlock();
  }

  nextBlock(): void {
    this.nowMs += BLOCK_INTERVAL_MS;
    this.chain.produceBlock();
  }

  push<A>(signer: string, contract: string, signature: ActionSignature<A>, args: A): TransactionTrace {
    const [actor = '', permission = 'active'] = signer.split('@');
    const data = bytesToHex(encode(signature.args, args));
    return this.pushActions(signer, [
      { account: contract, name: signature.name, authorization: [{ actor, permission }], data },
    ]);
  }

  transfer(signer: string, to: string, contract: string, quantity: Asset, memo: string): TransactionTrace {
    const [from = ''] = signer.split('@');
    return this.push(signer, contract, transfer, { from, to, quantity, memo });
  }

  order(signer: string, pair: Pair, terms: OrderTerms): TransactionTrace {
    const token = terms.side === 'buy' ? pair.quote : pair.base;
    const { contract, symbol, precision } = token;
    const quantity = { units: lockOf(pair, terms), symbol, precision };
    return this.transfer(signer, 'dex', contract, quantity, orderMemo(pair, terms));
  }

  cancel(signer: string, pair: Pair, orderIdentifier: bigint): TransactionTrace {
    return this.push(signer, 'dex', cancelorder, { orderIdentifier, pair: pair.name });
  }

  rows<R>(code: string, scope: string, definition: TableDefinition<R>): R[] {
    const table = this.chain.table(code, nameToValue(scope), definition.name);
    return [...(table?.rows() ?? [])].map(({ value }) => decode(definition.row, value));
  }

  /** Rows of the exchange as a node would print them, by the ABI that is on the chain. */
  json(scope: string, table: string, rowType: string): Json[] {
    const abi = this.chain.abi('dex')?.parsed;
    if (abi === undefined) throw new Error('the exchange has no ABI');
    const rows = this.chain.table('dex', nameToValue(scope), table)?.rows() ?? [];
    return [...rows].map(({ value }) => decodeType(abi, rowType, value));
  }

  openOrders(pair: Pair) {
    return this.rows('dex', pair.name, ordersTable);
  }

  trades() {
    return this.rows('dex', 'dex', tradesTable);
  }

  balance(account: string, { contract, symbol }: Token): bigint {
    const table = this.chain.table(contract, nameToValue(account), balancesTable.name);
    const row = table?.find(symbolCodeToValue(symbol));
    return row === undefined ? 0n : decode(balancesTable.row, row.value).balance.units;
  }

  /** All units there are. */
  supply({ contract, symbol }: Token): bigint {
    const code = symbolCodeToValue(symbol);
    const row = this.chain.table(contract, code, tokenStatsTable.name)?.find(code);
    return row === undefined ? 0n : decode(tokenStatsTable.row, row.value).supply.units;
  }

  /** Contract accounts are acted for by the system's key. */
  private pushActions(signer: string, actions: PackedAction[]): TransactionTrace {
    const [actor = '', permission = 'active'] = signer.split('@');
    const key = this.keys.get(`${actor}@${permission}`) ?? this.keys.get('eosio@active');
    if (key === undefined) throw new Error(`no key of ${signer}`);
    const { id, timeMs } = this.chain.head();
    const packedTrx = packTransaction({
      expiration: formatTimePointSec(Math.floor(timeMs / 1000) + 60),
      ...referenceBlock(id),
      max_net_usage_words: 10_000 + ++this.pushed,
      max_cpu_usage_ms: 0,
      delay_sec: 0,
      context_free_actions: [],
      actions,
      transaction_extensions: [],
    });
    const signatures = [signDigest(key, signingDigest(this.chain.chainId, packedTrx))];
    return this.chain.push({
      signatures,
      compression: 'none',
      packedContextFreeData: new Uint8Array(),
      packedTrx,
    });
  }
}

export function orderMemo(pair: Pair, { side, base, price }: OrderTerms): string {
  const quantity = `${formatAmount(base, pair.base.precision)} ${pair.base.symbol}`;
  return `${side}:${quantity}:${formatPrice(price, pair.priceDecimals)} ${pair.quote.symbol}`;
}
