import { z } from 'zod';
import { RULE_TABLES } from './rule-tables';
import { HOURS } from '../rules/hours';

// Everything is strict: a member that is not known stops the start, because a misspelt rule must never allow anything.

const account = z.string().regex(/^(?=.{1,12}$)[a-z1-5]+(\.[a-z1-5]+)*$/);
const amount = z
  .string({ error: 'write amounts in quotes' })
  .max(40)
  .regex(/^(0\.0*[1-9][0-9]*|[1-9][0-9]*(\.[0-9]+)?)$/, 'is no positive decimal such as "12.5"');
const address = z.url({ protocol: /^https?$/ });
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const duration = z.string().regex(/^([1-9][0-9]{0,2})(m|h|d)$/, 'is no duration such as 1h');
const caps = z.strictObject({
  per_transaction: amount,
  windows: z.record(duration, amount).refine((all) => Object.keys(all).length > 0, 'names no window'),
});
const tokens = z.enum(['BTC', 'USDT', 'NATIVE', 'TPF', 'CBTC']);
const pools = z.strictObject({ pools: z.array(z.int().min(0).max(255)).min(1) });
const none = z.strictObject({});
const bitcoin = z.strictObject({ to: z.array(z.string().min(14).max(90)).min(1) });
/** Debt by the value of the collateral after the call, in basis points. */
const max_ltv_bps = z.int().min(1).max(10_000).optional();
const orders = z.strictObject({
  /** The lowest price to sell at and the highest to buy at, quote per base. */
  sell_from: amount.optional(),
  buy_up_to: amount.optional(),
  /** The price may be worse than the oracle's by this much. */
  price_guard: z
    .strictObject({
      worse_by_bps: z.int().min(0).max(9_999),
      /** An older price of the oracle refuses the order. */
      max_age: duration,
      /** Beyond: refused, or a person approves. */
      beyond: z.enum(['refuse', 'approve']),
    })
    .optional(),
  /** Open orders of the account on the pair, by number and by value in the quote token. */
  open_orders: z.strictObject({ count: z.int().min(1).max(1000), value: amount }).optional(),
});

/** policy.yaml. */
export const policySchema = z.strictObject({
  version: z.literal(1),
  default: z.literal('refuse'),
  network: z.enum(['mainnet', 'testnet']),
  chain_id: hash,
  account,
  permission: account,
  /** active and owner are refused without it. */
  allow_full_permission: z.literal(true).optional(),
  gateway: address,
  nodes: z
    .array(address)
    .min(1)
    .max(8)
    .refine(
      (all) => new Set(all.map((each) => URL.parse(each)?.href)).size === all.length,
      'names a node twice',
    ),
  /** With the routes of Hyperion: `log --verify --chain` and `reconcile` find there what the log lacks. */
  history_nodes: z.array(address).min(1).max(8).optional(),
  transactions: z.strictObject({
    per_hour: z.int().min(1).max(1000),
    /** How long a signature can be executed. Default, and most: a minute. */
    lifetime: z
      .string()
      .regex(/^(1[5-9]|[2-5][0-9]|60)s$/, 'is no time from 15s to 60s')
      .optional(),
    /** Transactions that may still be executed and are not known to be, at a time. */
    concurrent: z.int().min(1).max(100).optional(),
  }),
  /** Tokens that leave the account, orders and loans to others included. Gross: nothing is given back. */
  caps: z.partialRecord(tokens, caps).optional(),
  /** New debt. */
  debt_caps: z.strictObject({ USDT: caps.optional() }).optional(),
  /** Collateral that leaves the vault. */
  collateral_caps: z.strictObject({ CBTC: caps.optional() }).optional(),
  allow: z.strictObject({
    transfer: z
      .partialRecord(
        tokens.exclude(['TPF', 'CBTC']),
        z.strictObject({
          to: z.array(account).min(1),
          /** Exact texts. Default: the empty one alone. */
          memos: z.array(z.string().max(256)).min(1).optional(),
        }),
      )
      .optional(),
    place_order: z
      .strictObject({
        pairs: z.partialRecord(z.enum(['btcusdt', 'nativebtc']), orders),
      })
      .optional(),
    cancel_order: none.optional(),
    lend: pools.optional(),
    redeem: pools.optional(),
    cancel_redeem: none.optional(),
    borrow: pools.extend({ max_apr_bps: z.int().min(1).max(65_535), max_ltv_bps }).optional(),
    cancel_loan_request: none.optional(),
    repay: none.optional(),
    withdraw_btc: bitcoin.optional(),
    withdraw_collateral: bitcoin.extend({ max_ltv_bps }).optional(),
  }),
  /** Accounts whose Bitcoin addresses are shown, as two nodes have them. Default: `self`, the account of the policy. */
  deposits: z.strictObject({ show_addresses_of: z.array(account).max(16) }).optional(),
  /** Above these amounts of one transaction a person approves: `signer approve`. */
  confirm: z
    .strictObject({
      above: z.partialRecord(tokens, amount),
      /** A person approves the first payment to each receiver of `transfer` and of withdrawals. */
      new_recipient: z.literal(true).optional(),
      /** `signer serve` also asks on a page in the owner's browser: the program that opens a file in it. */
      page: z.strictObject({ open_with: z.string().startsWith('/') }).optional(),
      /** `signer serve` also asks the host of the agent over MCP, which can say yes by itself. Amounts alone. */
      elicitation: z.literal(true).optional(),
    })
    .optional(),
  /** Outside of these a person approves everything but cancel_order. */
  hours: z
    .strictObject({ zone: z.string().min(1).max(64), within: z.array(z.string().regex(HOURS)).min(1) })
    .optional(),
  /** While it exists, nothing but cancel_order is signed. */
  stop_file: z.string().startsWith('/').optional(),
  /** How often `signer serve` looks at history_nodes for transactions that the log lacks, and stops signing at one. */
  reconcile: duration.optional(),
  /** File of the newest entry of the log, best on another disk. Default: beside the log. */
  log_head: z.string().startsWith('/').optional(),
});

/** policy.yaml, checked. */
export type PolicyFile = z.infer<typeof policySchema>;

/** The JSON Schema of policy.yaml, for editors. */
export const policyJsonSchema = (): object => z.toJSONSchema(policySchema);

const tables = z.partialRecord(
  z.enum(RULE_TABLES),
  z.strictObject({
    code: z.string(),
    table: account,
    scope: z.string().max(64),
    account_index: z.int().min(2).max(16).optional(),
  }),
);
/** The tables that rules of the policy read. */
export type ProfileTables = z.infer<typeof tables>;

const template = z.union([z.string(), z.int()]);

/** profile.yaml: the names of the chain, and the layouts of the actions. */
export const profileSchema = z.strictObject({
  accounts: z.record(z.string(), account),
  tokens: z.partialRecord(
    tokens,
    z.strictObject({
      contract: account,
      symbol: z.string().regex(/^[A-Z]{1,7}$/),
      precision: z.int().min(0).max(18),
    }),
  ),
  pairs: z.record(
    z.string(),
    z.strictObject({ name: z.string(), base: tokens, quote: tokens, price_decimals: z.int().min(0).max(18) }),
  ),
  actions: z.record(
    z.string(),
    z.strictObject({ account: z.string(), name: z.string(), data: z.record(z.string(), template) }),
  ),
  memos: z.record(z.string(), z.string()),
  tables: tables.optional(),
  vault_name: z.string(),
  layouts: z.record(z.string(), z.array(z.tuple([z.string(), z.string()]))),
  share_tokens: z.record(z.string(), tokens).optional(),
});
