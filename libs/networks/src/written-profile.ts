import { isName, type Json } from '@app/antelope';
import { z } from 'zod';
import { knownMembers } from './known-members';
import {
  ACTION_PLACEHOLDERS,
  type ActionKey,
  MEMO_PLACEHOLDERS,
  type MemoKey,
  NEEDED_IN_MEMO,
  PAIR_PATTERN,
  REGISTRAR_PLACEHOLDERS,
  RELAYED_ACTIONS,
  RELAYED_TRANSFERS,
  ROLES,
  TABLE_PLACEHOLDERS,
  type TableKey,
  TOKEN_SYMBOLS,
} from './profile-terms';
import { fillText, placeholdersOf, readTemplate } from './template';

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

const pairName = z
  .string()
  .regex(new RegExp(PAIR_PATTERN), 'must be a lower-case letter and at most 31 of a-z and 0-9');

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

const ltvBps = z.int().min(1).max(10_000);

const noneTwice = <T>(items: readonly T[], context: z.RefinementCtx): void => {
  if (new Set(items).size < items.length)
    context.addIssue({ code: 'custom', message: 'names an entry twice' });
};

/** Members of `section`, each of which may be left out. */
const someOf = <K extends string, S extends z.ZodType>(keys: readonly K[], schema: (key: K) => S) =>
  each(keys, (key) => schema(key).optional()).prefault({} as never);

/**
 * A contract profile file as it is written (libs/networks/profiles/development.yaml is the commented example). Entries
 * that a chain does not have are left out: the tools that need them refuse.
 */
export const writtenProfileSchema = knownMembers({
  accounts: someOf(ROLES, () => chainName),
  tokens: someOf(TOKEN_SYMBOLS, () => token),
  pairs: z.record(pairName, pair).prefault({}),
  tables: someOf(keysOf(TABLE_PLACEHOLDERS), table),
  actions: someOf(keysOf(ACTION_PLACEHOLDERS), action),
  memos: someOf(keysOf(MEMO_PLACEHOLDERS), (key) =>
    template(MEMO_PLACEHOLDERS[key]).superRefine(canBeReadBack(key)),
  ),
  lending_terms: knownMembers({ max_ltv_bps: ltvBps, liquidation_ltv_bps: ltvBps }).default({
    max_ltv_bps: 7000,
    liquidation_ltv_bps: 8000,
  }),
  vault_name: template(['id', ...ROLES])
    .refine((text) => text.includes('{id}'), { error: 'must hold {id}, the generated part' })
    .optional(),
  relay: knownMembers({
    transfers: z.array(z.enum(RELAYED_TRANSFERS)).superRefine(noneTwice),
    actions: z.array(z.enum(RELAYED_ACTIONS)).superRefine(noneTwice).default([]),
  }),
  bitcoin_network: z.enum(['mainnet', 'testnet', 'signet', 'regtest']).optional(),
  affected_set: z.string().min(1).nullable().default(null),
  registrar_url: template(['node'])
    .refine((text) => /^(https?:\/\/|\{node\})/.test(text), {
      error: 'must be an http or https URL, or start with {node}',
    })
    .optional(),
  registrar_body: z.record(z.string(), template(REGISTRAR_PLACEHOLDERS)).optional(),
  signed_example_url: template(['node'])
    .refine((text) => text.startsWith('{node}'), { error: 'must start with {node}' })
    .optional(),
});

/** The contents of a profile file as they are written. */
export type WrittenProfile = z.output<typeof writtenProfileSchema>;
