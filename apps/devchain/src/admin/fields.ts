import { isName, parseAmount, parsePrice, parsePublicKey, ValueError } from '@app/antelope';
import { z } from 'zod';
import { BTC, CBTC, NATIVE, type Token, USDT } from '../contracts/shared/tokens';
import { PRICE_DECIMALS } from '../contracts/oracle/feeds';

const LONGEST_NAME = 12;
/** A cent and a billion USD: the range within which corrupt submissions stay valid prices. */
const [CHEAPEST, DEAREST] = [1_000_000n, 100_000_000_000_000_000n];

/** Tokens that can be issued, by symbol. */
const TOKENS = { BTC, USDT, NATIVE, CBTC } as const satisfies Record<string, Token>;

export type TokenName = keyof typeof TOKENS;
export const tokenNamed = (symbol: TokenName): Token => TOKENS[symbol];

/** An account name. */
export const accountName = (description: string) =>
  z
    .string()
    .refine((text) => text.length <= LONGEST_NAME && text !== '' && isName(text), {
      error: 'must be 1 to 12 characters of a-z, 1-5 and inner dots, for example alice',
    })
    .meta({ description, pattern: '^[a-z1-5.]{1,12}$' });

/** A decimal string or a JSON number; another field names the token. */
export const decimal = (description: string) =>
  z
    .union([z.string(), z.number()], { error: 'must be a decimal string, for example "1.5"' })
    .meta({ description });

export const tokenName = z
  .enum(Object.keys(TOKENS) as [TokenName, ...TokenName[]], {
    error: `must be one of ${Object.keys(TOKENS).join(', ')}`,
  })
  .meta({ description: 'Token to issue.' });

export const wholeNumber = (
  description: string,
  { minimum, maximum }: { minimum: number; maximum: number },
) => {
  const error = `must be a whole number from ${String(minimum)} to ${String(maximum)}`;
  return z.int({ error }).min(minimum, { error }).max(maximum, { error }).meta({ description });
};

/** A price in USD with at most 8 decimals; parsed into units. */
export const priceInUsd = decimal('USD for one BTC, 0.01 to 1000000000, with at most 8 decimals.')
  .transform((input, context) => parsed(context, () => parsePrice(input, PRICE_DECIMALS)))
  .refine((price) => price >= CHEAPEST && price <= DEAREST, { error: 'must be 0.01 to 1000000000' });

/** An amount of BTC; parsed into units. */
export const bitcoins = decimal('BTC, with at most 8 decimals.').transform((input, context) =>
  parsed(context, () => parseAmount(input, BTC)),
);

export const publicKeyInput = z
  .string({ error: 'must be a public key, for example PUB_K1_...' })
  .meta({ description: 'Key of owner and active. Left out: a development key is created and returned.' })
  .transform((input, context) => parsed(context, () => parsePublicKey(input)));

/** Runs a parser of chain values; its error becomes the error of the field. */
export function parsed<T>(context: z.RefinementCtx, parse: () => T, field?: string): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    context.addIssue({ code: 'custom', message: error.message, path: field === undefined ? [] : [field] });
    return z.NEVER;
  }
}

/** An object with these members and no others. */
export const members = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape);
export const NO_MEMBERS = members({});
