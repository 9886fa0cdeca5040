import { isName, type Json } from '@app/antelope';
import { z } from 'zod';
import { knownMembers } from './known-members';
import { fillText, placeholdersOf, readTemplate } from './template';

/** Symbols of the API, in the order answers show them. */
export const TOKEN_SYMBOLS = ['BTC', 'USDT', 'NATIVE', 'TPF', 'CBTC'] as const;
/** Pairs of the API. */
export const PAIR_NAMES = ['btcusdt', 'nativebtc'] as const;
/** Role of an account; the tools know no account of a contract by name. */
export const ROLES = [
  'system',
  'exchange',
  'lending',
  'btc_bridge',
  'vault_bridge',
  'oracle',
  'multisig',
] as const;

/** Actions the tools compose, with the placeholders that their data may use. */
export const ACTION_PLACEHOLDERS = {
  transfer: ['from', 'to', 'quantity', 'memo'],
  cancel_order: ['account', 'order_id', 'pair'],
  create_vault: ['account', 'vault'],
  generate_address: ['account', 'vault'],
  borrow: ['account', 'quantity', 'pool_id', 'max_apr_bps'],
  process_queue: ['account'],
  cancel_loan_request: ['account'],
  withdraw_collateral: ['account', 'quantity', 'btc_address'],
  cancel_redemption: ['account', 'id'],
} as const;

/** Memos the tools write, with the placeholders they may use. */
export const MEMO_PLACEHOLDERS = {
  order: ['side', 'quantity', 'price'],
  peg_out: ['btc_address'],
  lend: ['pool_id'],
  repay: ['account'],
  redeem: ['pool_id'],
} as const;

/** Placeholders that a memo cannot do without: what it says would be lost. */
const NEEDED_IN_MEMO: Readonly<Record<MemoKey, readonly string[]>> = {
  ...MEMO_PLACEHOLDERS,
  repay: [],
};

/** Values of the body that the registrar takes. */
export const REGISTRAR_PLACEHOLDERS = ['name', 'public_key'] as const;

/** Tables the tools read, with the placeholders of their scopes beyond the roles. */
export const TABLE_PLACEHOLDERS = {
  orders: ['pair'],
  trades: ['pair'],
  deposit_addresses: [],
  peg_out_fees: [],
  peg_outs_in_review: [],
  peg_outs_pending: [],
  peg_outs_completed: [],
  peg_outs_canceled: [],
  peg_ins: [],
  vault_addresses: [],
  vaults: [],
  pools: [],
  rate_curve: [],
  loans: [],
  completed_loans: [],
  loan_requests: [],
  redemption_queue: [],
  liquidations: [],
  finished_liquidations: [],
  prices: [],
  price_feeders: [],
  collateral_fees: [],
} as const;
/** Tables that a chain may lack: tools do without them. */
export const OPTIONAL_TABLES = ['collateral_fees'] as const;

/**
 * All actions that the relay can ever accept (docs/rules.md, relay). Everything
 * else, CBTC transfers, authority changes, the bridges and multisig among it, has no word here.
 */
export const RELAYED_TRANSFERS = ['BTC', 'USDT', 'NATIVE', 'TPF'] as const;
export const RELAYED_ACTIONS = [
  'cancel_order',
  'create_vault',
  'generate_address',
  'borrow',
  'process_queue',
  'cancel_loan_request',
  'withdraw_collateral',
  'cancel_redemption',
] as const;

/** Symbol of a token in requests and answers: one of TOKEN_SYMBOLS. */
export type ApiSymbol = (typeof TOKEN_SYMBOLS)[number];
/** Trading pair in requests and answers: one of PAIR_NAMES. */
export type PairName = (typeof PAIR_NAMES)[number];
/** Role of an account in a contract profile: one of ROLES. */
export type Role = (typeof ROLES)[number];
/** Key of an action in a contract profile. */
export type ActionKey = keyof typeof ACTION_PLACEHOLDERS;
/** Key of a transfer memo in a contract profile. */
export type MemoKey = keyof typeof MEMO_PLACEHOLDERS;
/** Key of a table in a contract profile. */
export type TableKey = keyof typeof TABLE_PLACEHOLDERS;
type OptionalTable = (typeof OPTIONAL_TABLES)[number];
type RequiredTable = Exclude<TableKey, OptionalTable>;

const chainName = z
  .string()
  .refine((text) => isName(text), { error: 'must be a chain name: 1 to 12 of a-z, 1-5 and dots' });
const symbolCode = z.string().regex(/^[A-Z]{1,7}$/, 'must be 1 to 7 upper-case letters');
const json: z.ZodType<Json> = z.json() as z.ZodType<Json>;

/** One schema per name of `table`, so that a file with a missing or an unknown name is refused. */
const each = <K extends string, S extends z.ZodType>(keys: readonly K[], schema: (key: K) => S) =>
  knownMembers(Object.fromEntries(keys.map((key) => [key, schema(key)])) as Record<K, S>);

const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>) => Object.keys(table) as K[];

const usesOnly =
  (allowed: readonly string[]) =>
  (template: Json, context: z.RefinementCtx): void => {
    for (const name of placeholdersOf(template).filter((used) => !allowed.includes(used))) {
      const known = allowed.map((one) => `{${one}}`).join(', ') || 'none';
      context.addIssue({ code: 'custom', message: `{${name}} is not a placeholder here; known: ${known}` });
    }
  };

/** Every needed placeholder is there, and the values can be separated again in a filled template. */
const canBeReadBack =
  (key: MemoKey) =>
  (text: string, context: z.RefinementCtx): void => {
    const used = placeholdersOf(text);
    const isKnown = (name: string) => (MEMO_PLACEHOLDERS[key] as readonly string[]).includes(name);
    if (!used.every(isKnown)) return;
    const missing = NEEDED_IN_MEMO[key].filter((name) => !used.includes(name)).map((name) => `{${name}}`);
    if (missing.length > 0) {
      context.addIssue({ code: 'custom', message: `must hold ${missing.join(', ')}` });
      return;
    }
    const values = Object.fromEntries(
      used.map((name, index) => [name, `0.${index}00 ${name.toUpperCase()}`]),
    );
    const read = readTemplate(text, fillText(text, values));
    if (read === undefined || used.some((name) => read[name] !== values[name])) {
      context.addIssue({
        code: 'custom',
        message: 'cannot be read back: put a separator between placeholders',
      });
    }
  };

const template = (allowed: readonly string[]) => z.string().superRefine(usesOnly(allowed));

const token = knownMembers({
  contract: chainName,
  symbol: symbolCode,
  precision: z.int().min(0).max(18),
});

const pair = knownMembers({
  name: chainName,
  base: z.enum(TOKEN_SYMBOLS),
  quote: z.enum(TOKEN_SYMBOLS),
  price_decimals: z.int().min(0).max(18),
});

const indexPosition = z.int().min(2).max(16);

const indexKey = z
  .string({ error: 'must be a quoted text: keys are larger than numbers of YAML' })
  .regex(/^(\d{1,78}|0x[0-9a-f]{1,64})$/, 'must be a decimal number or 0x and lower-case hex digits');

/** One side of the order book in an index: its keys, and whether the best price stands at the end. */
const bookSide = knownMembers({
  lower_bound: indexKey,
  upper_bound: indexKey,
  reverse: z.boolean().default(false),
});

const priceIndex = knownMembers({
  position: indexPosition,
  key_type: z.enum(['i64', 'i128', 'i256', 'float64', 'float128']),
  buys: bookSide,
  sells: bookSide,
});

const table = (key: TableKey) =>
  knownMembers({
    code: z.enum(ROLES),
    table: chainName,
    scope: template([...ROLES, ...TABLE_PLACEHOLDERS[key]]),
    account_index: indexPosition.optional(),
    price_index: priceIndex.optional().refine((index) => index === undefined || key === 'orders', {
      error: 'is for the table of orders alone',
    }),
  });

const action = (key: ActionKey) =>
  knownMembers({
    account: key === 'transfer' ? z.literal('token') : z.enum(ROLES),
    name: chainName,
    data: z.record(z.string(), json).superRefine(usesOnly(ACTION_PLACEHOLDERS[key])),
  });

const REQUIRED_TABLES = keysOf(TABLE_PLACEHOLDERS).filter(
  (key): key is RequiredTable => !OPTIONAL_TABLES.some((optional) => optional === key),
);

const ltvBps = z.int().min(1).max(10_000);

const noneTwice = <T>(items: readonly T[], context: z.RefinementCtx): void => {
  if (new Set(items).size < items.length)
    context.addIssue({ code: 'custom', message: 'names an entry twice' });
};

/** A contract profile file (docs: libs/networks/profiles/development.yaml is the commented example). */
export const profileSchema = knownMembers({
  accounts: each(ROLES, () => chainName),
  tokens: each(TOKEN_SYMBOLS, () => token),
  pairs: each(PAIR_NAMES, () => pair),
  tables: knownMembers({
    ...each(REQUIRED_TABLES, table).shape,
    collateral_fees: table('collateral_fees').optional(),
  }),
  actions: each(keysOf(ACTION_PLACEHOLDERS), action),
  memos: each(keysOf(MEMO_PLACEHOLDERS), (key) =>
    template(MEMO_PLACEHOLDERS[key]).superRefine(canBeReadBack(key)),
  ),
  lending_terms: knownMembers({ max_ltv_bps: ltvBps, liquidation_ltv_bps: ltvBps }).default({
    max_ltv_bps: 7000,
    liquidation_ltv_bps: 8000,
  }),
  vault_name: template(['id', ...ROLES]).refine((text) => text.includes('{id}'), {
    error: 'must hold {id}, the generated part',
  }),
  relay: knownMembers({
    transfers: z.array(z.enum(RELAYED_TRANSFERS)).superRefine(noneTwice),
    actions: z.array(z.enum(RELAYED_ACTIONS)).superRefine(noneTwice),
  }),
  bitcoin_network: z.enum(['mainnet', 'testnet', 'signet', 'regtest']),
  affected_set: z.string().min(1).nullable(),
  registrar_url: template(['node']).refine((text) => /^(https?:\/\/|\{node\})/.test(text), {
    error: 'must be an http or https URL, or start with {node}',
  }),
  registrar_body: z.record(z.string(), template(REGISTRAR_PLACEHOLDERS)).optional(),
  signed_example_url: template(['node'])
    .refine((text) => text.startsWith('{node}'), { error: 'must start with {node}' })
    .optional(),
}).superRefine((profile, context) => {
  const seen = new Map<string, string>();
  for (const symbol of TOKEN_SYMBOLS) {
    const key = `${profile.tokens[symbol].contract} ${profile.tokens[symbol].symbol}`;
    const other = seen.get(key);
    if (other !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['tokens', symbol],
        message: `is the same token as ${other}`,
      });
    }
    seen.set(key, symbol);
  }
});

/** The contents of a profile file. */
export type ProfileFile = z.output<typeof profileSchema>;
