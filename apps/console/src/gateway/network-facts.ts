/** A token as the API calls it and as the chain does. */
export interface Token {
  readonly apiSymbol: string;
  readonly contract: string;
  readonly symbol: string;
  readonly precision: number;
}

export interface Pair {
  readonly apiName: string;
  readonly chainName: string;
  readonly priceDecimals: number;
  /** API symbols. */
  readonly base: string;
  readonly quote: string;
}

/** An action with placeholders; `account` is a role, or `token`. */
export interface ActionTemplate {
  readonly account: string;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A network as the gateway is configured: names of the chain for what the tools are about. */
export interface NetworkFacts {
  readonly name: string;
  readonly real_funds: boolean;
  /** Null on development chains, whose id is that of the first answer. */
  readonly chain_id: string | null;
  readonly is_development: boolean;
  /** Whether the gateway passes controls and keys of this development chain to its page. */
  readonly has_development_routes: boolean;
  /** Accounts by role. */
  readonly accounts: Readonly<Record<string, string>>;
  readonly tokens: readonly Token[];
  readonly pairs: readonly Pair[];
  readonly actions: Readonly<Record<string, ActionTemplate>>;
  readonly memos: Readonly<Record<string, string>>;
  readonly lending_terms: { readonly max_ltv_bps: number; readonly liquidation_ltv_bps: number };
  readonly vault_name: string;
}

export interface Config {
  readonly version: string;
  /** Origin of the relay by which wallets answer the wallet window; null: none. */
  readonly wallet_relay: string | null;
  readonly networks: readonly NetworkFacts[];
}
