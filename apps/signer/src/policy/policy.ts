import { createHash } from 'node:crypto';
import { type ChainProfile, type ChainToken, unitsOf } from '@app/client';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { type Caps, type CapWindow, LONGEST_LIFETIME_MS } from '../ledger/spending-rules';
import { OwnerError } from '../refusal';
import { problemOf } from '../rules/hours';
import { durationMs } from './duration';
import { type PolicyFile, policySchema, profileSchema, type ProfileTables } from './policy-schema';

/** A policy or a profile that is not valid. Nothing is signed. */
export class PolicyError extends OwnerError {
  override readonly name = 'PolicyError';
}

/** policy.yaml and profile.yaml as they are written. */
export interface PolicyTexts {
  readonly policy: string;
  readonly profile: string;
}

/** The rules of one key: its files, checked, with their amounts in units. */
export interface Policy {
  readonly file: PolicyFile;
  readonly profile: ChainProfile & { readonly tables?: ProfileTables };
  /** By name of the cap: see `capName`. */
  readonly caps: Caps;
  /** Most units of one transaction, by name of the cap. */
  readonly perTransaction: ReadonlyMap<string, bigint>;
  /** By token: above, a person approves. */
  readonly confirmAbove: ReadonlyMap<string, bigint>;
  /** Lifetime of what is signed: short, because it counts until it has expired. */
  readonly lifetimeMs: number;
  readonly texts: PolicyTexts;
  /** SHA-256 of both texts. The encrypted key is bound to it. */
  readonly hash: string;
}

/** Cap of the number of transactions. */
export const TRANSACTIONS_CAP = 'transactions';
const HOUR_MS = 3_600_000;

/** Name of the cap that an effect counts in: the token, or what happens and the token. */
export const capName = (kind: 'pay' | 'debt' | 'collateral', token: string): string =>
  kind === 'pay' ? token : `${kind} ${token}`;

/**
 * Reads policy.yaml and profile.yaml.
 * @throws PolicyError with every problem
 */
export function readPolicy(policyText: string, profileText: string): Policy {
  const file = parsed('policy', policyText, policySchema);
  const profile = parsed('profile', profileText, profileSchema) as Policy['profile'];
  const tokenOf = (symbol: string): ChainToken => {
    const token = Object.hasOwn(profile.tokens, symbol) ? profile.tokens[symbol] : undefined;
    if (token === undefined) throw new PolicyError(`policy: the profile has no token ${symbol}`);
    return token;
  };
  if (['active', 'owner'].includes(file.permission) && file.allow_full_permission !== true)
    throw new PolicyError(
      `policy: permission ${file.permission} may do everything: set allow_full_permission: true`,
    );
  const caps = new Map<string, CapWindow[]>();
  const perTransaction = new Map<string, bigint>();
  const kinds = { pay: file.caps, debt: file.debt_caps, collateral: file.collateral_caps } as const;
  for (const kind of ['pay', 'debt', 'collateral'] as const)
    for (const [symbol, cap] of Object.entries(kinds[kind] ?? {})) {
      const units = (text: string): bigint => exactly(text, tokenOf(symbol), `${capName(kind, symbol)}`);
      const windows = Object.entries(cap.windows).map(([span, most]) => ({
        ms: durationMs(span),
        max: units(most),
      }));
      caps.set(capName(kind, symbol), windows);
      perTransaction.set(capName(kind, symbol), units(cap.per_transaction));
    }
  caps.set(TRANSACTIONS_CAP, [{ ms: HOUR_MS, max: BigInt(file.transactions.per_hour) }]);
  const confirmAbove = new Map(
    Object.entries(file.confirm?.above ?? {}).map(([symbol, text]) => [
      symbol,
      exactly(text, tokenOf(symbol), 'confirm'),
    ]),
  );
  assertPrices(file, profile);
  assertTables(file, profile);
  const hours = file.hours && problemOf(file.hours);
  if (hours !== undefined) throw new PolicyError(`policy: hours: ${hours}`);
  const { reconcile, history_nodes, stop_file } = file;
  if (reconcile !== undefined && (history_nodes === undefined || stop_file === undefined))
    throw new PolicyError(
      'policy: reconcile needs history_nodes, and a stop_file that stops other programs too',
    );
  const texts = { policy: policyText, profile: profileText };
  const { lifetime } = file.transactions;
  const lifetimeMs = lifetime === undefined ? LONGEST_LIFETIME_MS : durationMs(lifetime);
  const hash = policyHash(texts);
  return { file, profile, caps, perTransaction, confirmAbove, lifetimeMs, texts, hash };
}

/** SHA-256 over the SHA-256 of each text: no text can be moved from one file into the other. */
export function policyHash({ policy, profile }: PolicyTexts): string {
  const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
  return sha256(Buffer.concat([sha256(policy), sha256(profile)])).toString('hex');
}

function exactly(text: string, { precision, symbol }: ChainToken, what: string): bigint {
  try {
    return unitsOf(text, precision);
  } catch (cause) {
    throw new PolicyError(`policy: ${what}: ${(cause as Error).message} (${symbol})`, { cause });
  }
}

function assertPrices({ allow }: PolicyFile, { pairs }: ChainProfile): void {
  for (const [name, band] of Object.entries(allow.place_order?.pairs ?? {})) {
    const pair = pairs[name];
    if (pair === undefined) throw new PolicyError(`policy: the profile has no pair ${name}`);
    for (const price of [band.sell_from, band.buy_up_to])
      if (price !== undefined)
        exactly(
          price,
          { precision: pair.price_decimals, symbol: 'price', contract: '' },
          `place_order ${name}`,
        );
  }
}

/** The tables that rules read stand in the profile; the price guard compares bitcoin with dollars alone. */
function assertTables(
  { allow }: PolicyFile,
  { pairs, tables = {}, accounts, tokens }: Policy['profile'],
): void {
  const needed = new Set<keyof ProfileTables>();
  for (const [name, rule] of Object.entries(allow.place_order?.pairs ?? {})) {
    const { base, quote } = pairs[name] ?? {};
    if (rule.price_guard !== undefined && (base !== 'BTC' || quote !== 'USDT'))
      throw new PolicyError(`policy: ${name} has no price of the oracle: remove its price_guard`);
    if (rule.price_guard !== undefined) needed.add('prices');
    if (rule.open_orders === undefined) continue;
    needed.add('orders');
    const { precision = 0, symbol = '', contract = '' } = tokens[quote ?? ''] ?? {};
    exactly(rule.open_orders.value, { precision, symbol, contract }, `open_orders ${name}`);
  }
  const bounds = [allow.borrow, allow.withdraw_collateral]
    .filter((rule) => rule !== undefined)
    .map(({ max_ltv_bps }) => max_ltv_bps);
  if (new Set(bounds).size > 1)
    throw new PolicyError(
      'policy: max_ltv_bps of borrow and of withdraw_collateral must be the same: one of them would lift the bound of the other',
    );
  if (bounds[0] !== undefined)
    for (const table of ['prices', 'loans', 'loan_requests', 'vaults', 'pools'] as const) needed.add(table);
  for (const name of needed) {
    const table = tables[name];
    if (table === undefined) throw new PolicyError(`policy: a rule needs tables.${name} of the profile`);
    if (accounts[table.code] === undefined)
      throw new PolicyError(`policy: the profile has no account ${table.code} of tables.${name}`);
  }
}

function parsed<T>(what: string, text: string, schema: z.ZodType<T>): T {
  const document = parseDocument(text, { strict: true, uniqueKeys: true, version: '1.2', merge: false });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) throw new PolicyError(`${what}: ${problem.message}`, { cause: problem });
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 0 });
  } catch (cause) {
    throw new PolicyError(`${what}: ${(cause as Error).message}`, { cause });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.') || 'file'}: ${message}`);
  throw new PolicyError(`${what}: ${problems.join('; ')}`);
}
