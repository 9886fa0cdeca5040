import { isName, parseAsset, parsePrice, parseTimePoint, ValueError, type TokenSymbol } from '@app/antelope';
import { z } from 'zod';
import { chainInteger } from '../../node/parse-answer';

// Members of table rows in the node's format, as schemas for parseRows.

/** Turns a text into a value; a ValueError is what is wrong with the member. */
function textAs<T>(read: (text: string) => T) {
  return z.string().transform((text, context) => {
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });
}

/** An unsigned integer of up to 64 bits: a number, or a string where nodes write one. */
export const rowInteger = chainInteger.refine((value) => value >= 0n, { error: 'is negative' });

/** An unsigned integer of up to 128 bits: nodes write it as a decimal string. */
export const rowWideInteger = z
  .union([z.int().min(0), z.string().regex(/^\d{1,39}$/)])
  .transform((value) => BigInt(value));

/** The name of an account. */
export const rowName = z.string().refine((text) => isName(text), { error: 'is not a name of the chain' });

/** Units of an amount of one token, zero or more: another symbol or precision is another token. */
export const rowAmount = ({ symbol, precision }: TokenSymbol) =>
  textAs((text) => {
    const asset = parseAsset(text);
    if (asset.symbol !== symbol || asset.precision !== precision) {
      throw new ValueError(`"${text}" is not an amount of ${symbol} with ${precision} decimals`);
    }
    if (asset.units < 0n) throw new ValueError(`"${text}" is negative`);
    return asset.units;
  });

/** An amount of a token the profile need not know: each lending pool has shares of its own. */
export const rowAsset = textAs(parseAsset);

/** Units of a price above zero, at `decimals` decimals; it may be written with fewer, not with more. */
export const rowPrice = (decimals: number) => textAs((text) => parsePrice(text, decimals));

/** Milliseconds since 1970 of a time in UTC. Nodes print it without a Z; a contract that keeps it as text may add one. */
export const rowTime = textAs((text) => Number(parseTimePoint(text.replace(/Z$/, '')) / 1000n));
