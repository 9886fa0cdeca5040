import type { Token } from '@app/networks';
import { memoizeByObject, rowAmount, rowInteger, rowName, rowTime } from '@app/upstream';
import { z } from 'zod';

/** Most characters of a text that the bridge stores; longer ones are not what the row is for. */
const MAX_CHARACTERS = 256;

const text = z.string().max(MAX_CHARACTERS);
const transactionId = z.string().regex(/^[0-9a-f]{64}$/, 'is not a transaction id of Bitcoin');
const height = z.int().min(0);

/** A payment from Bitcoin that is not credited yet. */
export const pegInRow = memoizeByObject((token: Token) =>
  z.object({
    id: rowInteger,
    account: rowName,
    btc_address: text,
    quantity: rowAmount(token),
    txid: transactionId,
    btc_height: height,
    seen_at: rowTime,
  }),
);
export type PegInRow = z.output<ReturnType<typeof pegInRow>>;

/** A payment to Bitcoin; `txid` is null and the height 0 until it is sent. */
export const pegOutRow = memoizeByObject((token: Token) =>
  z.object({
    id: rowInteger,
    account: rowName,
    btc_address: text,
    quantity: rowAmount(token),
    net_amount: rowAmount(token),
    txid: z.union([z.literal('').transform(() => null), transactionId]),
    btc_height: height,
    requested_at: rowTime,
    updated_at: rowTime,
    reason: text,
  }),
);
export type PegOutRow = z.output<ReturnType<typeof pegOutRow>>;

/** The newest Bitcoin block that the bridges know. */
export const bitcoinRow = z.object({ height });

/** Blocks of Bitcoin above the one in which a payment was seen; null where one of the two is not known. */
export function confirmations(paymentHeight: number, chainHeight: number | null): number | null {
  if (chainHeight === null || paymentHeight === 0) return null;
  return Math.max(0, chainHeight - paymentHeight);
}
