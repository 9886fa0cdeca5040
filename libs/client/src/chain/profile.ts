/** A token as its contract keeps it. */
export interface ChainToken {
  readonly contract: string;
  readonly symbol: string;
  readonly precision: number;
}

/** A value of a template: a text with placeholders in braces, or a fixed number. */
export type Template = string | number;

/** An action of a contract: `account` is a role, or `token` for the contract of the token that moves. */
export interface ActionTemplate {
  readonly account: string;
  readonly name: string;
  readonly data: Readonly<Record<string, Template>>;
}

/** Members of an action's data in the order of their bytes: `[name, type]`. */
export type Layout = readonly (readonly [name: string, type: string])[];

/**
 * The names of one chain, and the layouts of its actions. A client that signs takes them from its owner, never from
 * the gateway: they decide which bytes are right. The members are those of a profile file of the gateway
 * (docs/reference/profiles.md); `layouts` come from the ABIs (see `layoutsOf`).
 */
export interface ChainProfile {
  /** Accounts by role: exchange, lending, btc_bridge and the roles that `actions` name. */
  readonly accounts: Readonly<Record<string, string>>;
  /** By symbol of the tools: BTC, USDT, NATIVE, TPF, CBTC. */
  readonly tokens: Readonly<Record<string, ChainToken>>;
  /** By pair of the tools. `base` and `quote` are keys of `tokens`. */
  readonly pairs: Readonly<
    Record<
      string,
      {
        readonly name: string;
        readonly base: string;
        readonly quote: string;
        readonly price_decimals: number;
      }
    >
  >;
  readonly actions: Readonly<Record<string, ActionTemplate>>;
  readonly memos: Readonly<Record<string, string>>;
  /** Form of the names of vaults: `{id}` and roles in braces. */
  readonly vault_name: string;
  /** By `contract::action`. */
  readonly layouts: Readonly<Record<string, Layout>>;
  /** Share tokens of pools by id, as keys of `tokens`. Default: pool 6 has TPF. */
  readonly share_tokens?: Readonly<Record<string, string>>;
}

/** The parts of an ABI in JSON (`/v1/chain/get_abi`) that say how the data of actions is packed. */
export interface AbiJson {
  readonly types?: readonly { readonly new_type_name: string; readonly type: string }[];
  readonly structs?: readonly {
    readonly name: string;
    readonly base?: string;
    readonly fields: readonly { readonly name: string; readonly type: string }[];
  }[];
  readonly actions?: readonly { readonly name: string; readonly type: string }[];
}

/** Layouts of all actions of contracts, from their ABIs by account. Throws RangeError for an ABI with missing types. */
export function layoutsOf(abis: Readonly<Record<string, AbiJson>>): Record<string, Layout> {
  return Object.fromEntries(
    Object.entries(abis).flatMap(([account, abi]) =>
      (abi.actions ?? []).map(({ name, type }) => [`${account}::${name}`, layoutOf(abi, type)]),
    ),
  );
}

function layoutOf(abi: AbiJson, type: string, depth = 0): Layout {
  const struct = abi.structs?.find(({ name }) => name === aliased(abi, type));
  if (struct === undefined || depth > 8) throw new RangeError(`the ABI has no struct ${type}`);
  const base = struct.base ? layoutOf(abi, struct.base, depth + 1) : [];
  return [...base, ...struct.fields.map(({ name, type: field }) => [name, aliased(abi, field)] as const)];
}

function aliased(abi: AbiJson, type: string, depth = 0): string {
  const alias = abi.types?.find(({ new_type_name }) => new_type_name === type);
  return alias === undefined || depth > 8 ? type : aliased(abi, alias.type, depth + 1);
}

const PLACEHOLDER = /\{([a-z_]+)\}/g;
const WHOLE = /^\{([a-z_]+)\}$/;

const isTemplate = (value: unknown): value is Template =>
  typeof value === 'string' || Number.isSafeInteger(value);

/**
 * A filled template. A text that is one placeholder takes the value with its type. Throws RangeError, also for a value that
 * is neither a text nor a whole number: bodies of calls are not checked before.
 */
export function filled(template: Template, values: Readonly<Record<string, Template>>): Template {
  if (typeof template === 'number') return template;
  const valueOf = (name: string): Template => {
    const value: unknown = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new RangeError(`the profile has no value for {${name}}`);
    if (!isTemplate(value)) throw new RangeError(`${name} is neither a text nor a whole number`);
    return value;
  };
  const whole = WHOLE.exec(template)?.[1];
  if (whole !== undefined) return valueOf(whole);
  return template.replace(PLACEHOLDER, (_, name: string) => String(valueOf(name)));
}
