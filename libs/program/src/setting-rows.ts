import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Whether a text is an address or a CIDR range. */
export const isAddressOrRange = (text: string): boolean =>
  text.includes('/') ? ipaddr.isValidCIDR(text) : isAddress(text);
// ipaddr.js also reads the ancient short forms ("10", "0x7f.1"): never what an operator means.
const isAddress = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/** One environment variable: its parser, a text with the allowed values, and an example. */
export interface SettingRow<S extends z.ZodType = z.ZodType> {
  readonly schema: S;
  readonly allowed: string;
  readonly example: string;
  /** The value may hold a password: it is never printed. */
  readonly secret?: boolean;
}

/**
 * The row of an environment variable.
 * @param allowed the allowed values and the default, for error messages and docs/reference/configuration.md
 * @param secret the value may hold a password: it is never printed
 */
export const settingRow = <S extends z.ZodType>(
  schema: S,
  allowed: string,
  example: string,
  secret = false,
): SettingRow<S> => ({
  schema,
  allowed,
  example,
  secret,
});

/**
 * A whole number in decimal digits. Refuses other texts that Number() accepts: "", "1e3", "0x10", " 5". A sign is
 * accepted where negative numbers are.
 */
export const integerSetting = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(minimum < 0 ? /^-?\d{1,15}$/ : /^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum));

/** A whole number with a default; `what` says what it counts. */
export const integerRow = (minimum: number, maximum: number, unset: number, what: string) =>
  settingRow(
    integerSetting(minimum, maximum).default(unset),
    `${what}, ${minimum} to ${maximum}; default ${unset}`,
    String(unset),
  );

/** As `integerRow`, where 0 turns the limit off and other values below the minimum are mistakes. */
export const offOrIntegerRow = (minimum: number, maximum: number, unset: number, what: string) =>
  settingRow(
    integerSetting(0, maximum)
      .refine((value) => value === 0 || value >= minimum)
      .default(unset),
    `${what}, ${minimum} to ${maximum}, 0 turns the limit off; default ${unset}`,
    String(unset),
  );

/** A comma-separated list; unset: empty. */
export const listSetting = (isItem: (text: string) => boolean) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((items) => items.every(isItem))
    .default([]);
