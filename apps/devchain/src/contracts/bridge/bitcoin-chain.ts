import { bytesToHex, sha256 } from '@app/antelope';
import type { ArgsOf } from '../../kernel/sdk/action-signature';
import { check, fail } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { BTC_BRIDGE, VAULT_BRIDGE } from '../shared/account-names';
import { remainingSupply } from '../shared/remaining-supply';
import { ONLY_ROW } from '../shared/table-keys';
import { amountOf, BTC, CBTC, isSymbolOf } from '../shared/tokens';
import { bridgeOf } from './addresses/addresses';
import { readAddress } from './addresses/bitcoin-address';
import { REFUSALS } from './refusals';
import { requireRelayer } from './relayer';
import { type btcblocks, type btcsend, receive, settle } from './signatures';
import { bitcoinTable } from './tables';

/** A payment counts when that many blocks are above the height it was seen at. */
export const CONFIRMATIONS = 3;

const MAX_BLOCKS = 1000;

/** Height of the simulated Bitcoin. */
export function bitcoinHeight(context: ContractContext): number {
  return context.table(bitcoinTable, BTC_BRIDGE, BTC_BRIDGE).find(ONLY_ROW)?.height ?? 0;
}

/** Simulates a Bitcoin payment to an address of one of the bridges. */
export function payOnBitcoin(
  context: ContractContext,
  { btc_address: text, quantity }: ArgsOf<typeof btcsend>,
): void {
  requireRelayer(context);
  check(isSymbolOf(BTC, quantity), REFUSALS.asset(BTC.symbol));
  check(quantity.units > 0n, REFUSALS.notPositive);
  const address = readAddress(text) ?? fail(REFUSALS.unknownAddress);
  const bridge = bridgeOf(context, address) ?? fail(REFUSALS.unknownAddress);
  const token = bridge === BTC_BRIDGE ? BTC : CBTC;
  check(quantity.units <= remainingSupply(context, token), REFUSALS.tooMuch(token.symbol));
  const { payments } = advance(context, { payments: 1n });
  context.inline(bridge, receive, {
    txid: simulatedTxid(`payment ${String(payments)}`),
    btc_address: address,
    quantity,
  });
}

/** New blocks of Bitcoin, and what the bridges do when they see them. */
export function mineBlocks(context: ContractContext, { count }: ArgsOf<typeof btcblocks>): void {
  requireRelayer(context);
  check(count >= 1 && count <= MAX_BLOCKS, REFUSALS.blocks);
  advance(context, { height: count });
  context.inline(BTC_BRIDGE, settle, {});
  context.inline(VAULT_BRIDGE, settle, {});
}

/** A payment of a bridge appears on Bitcoin. When it goes to an address of a bridge, that bridge sees it come. */
export function announcePayment(
  context: ContractContext,
  payment: { txid: string; address: string; units: bigint },
): void {
  const bridge = bridgeOf(context, payment.address);
  if (bridge === undefined) return;
  const { txid, address, units } = payment;
  context.inline(bridge, receive, { txid, btc_address: address, quantity: amountOf(BTC, units) });
}

/** A transaction id that is like no other: 64 hex digits. */
export function simulatedTxid(what: string): string {
  return bytesToHex(sha256(Buffer.from(`simulated Bitcoin: ${what}`, 'utf8')));
}

function advance(
  context: ContractContext,
  { height = 0, payments = 0n }: { height?: number; payments?: bigint },
): { height: number; payments: bigint } {
  const table = context.table(bitcoinTable, context.receiver);
  const row = table.find(ONLY_ROW);
  const after = { height: (row?.height ?? 0) + height, payments: (row?.payments ?? 0n) + payments };
  if (row === undefined) table.emplace(context.receiver, after);
  else table.modify(row, after);
  return after;
}
