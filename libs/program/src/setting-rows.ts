import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Whether a text is an address or a CIDR range. */
export const isAddressOrRange = (text: string): boolean =>
  text.includes('/') ? ipaddr.isValidCIDR(text) : isAddress(text);
// ipaddr.js also reads the ancient short forms ("10", "0x7f.1"): never what an operator means.
const isAddress = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/** One environment variable: its name, its parser, a text with the allowed values, and an example. */
export interface SettingRow<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly schema: S;
  readonly allowed: string;
  readonly example: string;
  /** The value may hold a password: it is never printed. */
  readonly secret?: boolean;
}

/** The settings of a program: rows, and groups of rows, by the names that the program has for their values. */
export interface SettingGroup {
  readonly [value: string]: SettingRow | SettingGroup;
}

/** Whether it is a row; a group may have members with the names of a row's. */
export const isRow = (entry: SettingRow | SettingGroup): entry is SettingRow =>
  typeof entry['allowed'] === 'string';

/** The rows of all groups by the names of their variables, in their order. */
export const rowsOf = (group: SettingGroup): Readonly<Record<string, SettingRow>> =>
  Object.fromEntries(
    Object.values(group).flatMap((entry) =>
      isRow(entry) ? [[entry.name, entry] as const] : Object.entries(rowsOf(entry)),
    ),
  );

/**
 * The row of an environment variable.
 * @param allowed the allowed values and the default, for error messages and docs/reference/configuration.md
 * @param secret the value may hold a password: it is never printed
 */
export const settingRow = <S extends z.ZodType>(
  name: string,
  schema: S,
  allowed: string,
  example: string,
  secret = false,
): SettingRow<S> => ({ name, schema, allowed, example, secret });

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

/** The least and the greatest allowed number. */
type Range = readonly [minimum: number, maximum: number];

/** A whole number with a default; `what` says what it counts. */
export const integerRow = (name: string, [minimum, maximum]: Range, unset: number, what: string) =>
  settingRow(
    name,
    integerSetting(minimum, maximum).default(unset),
    `${what}, ${minimum} to ${maximum}; default ${unset}`,
    String(unset),
  );

/** As `integerRow`, where 0 turns the limit off and other values below the minimum are mistakes. */
export const offOrIntegerRow = (name: string, [minimum, maximum]: Range, unset: number, what: string) =>
  settingRow(
    name,
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

/** `on` or `off`. */
export const isOnSchema = (unset: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(unset)
    .transform((text) => text === 'on');

/** `true` or `false`; unset: false. */
export const isTrueSchema = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');

/** An address or host name to listen on. */
export const hostSchema = z.string().regex(/^[\w.:-]+$/);

/** The settings of the log, of each program that has these. */
export const LOG_ROWS = {
  logLevel: settingRow(
    'LOG_LEVEL',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'trace, debug, info, warn, error, fatal or silent; default info',
    'info',
  ),
  /** Bytes of lines that wait while standard output is not read. */
  logBufferBytes: integerRow(
    'LOG_BUFFER_BYTES',
    [65_536, 1_073_741_824],
    4_194_304,
    'bytes of log lines that wait while standard output is not read; more are dropped',
  ),
};
