import { isDeepStrictEqual } from 'node:util';
import type { Json } from '@app/antelope';
import type { ActionCall, Pair, PriceIndex, TableAddress, Token } from './profile-parts';
import type { ProfileFile } from './profile-schema';
import type { ActionKey, ApiSymbol, MemoKey, Role, TableKey } from './profile-terms';
import { TOKEN_SYMBOLS } from './profile-terms';
import { fillTemplate, fillText, readTemplate, type TemplateValues } from './template';

/** A profile for code that gets the addresses of tables from another object, which has checked them. */
export type ProfileWithoutTables = Omit<ContractProfile, 'table'>;

/** Names of one chain for the subjects of the tools; the mapping in both directions. */
export class ContractProfile {
  readonly #tokens: Readonly<Record<ApiSymbol, Token>>;
  readonly #namedTokens: readonly Token[];
  readonly #pairs: ReadonlyMap<string, Pair>;
  /** Of the tables whose scope needs no value of a request. */
  readonly #addresses = new Map<string, TableAddress>();

  /** @param file where the profile came from, for messages and for relative paths in it. */
  constructor(
    readonly file: string,
    private readonly contents: ProfileFile,
  ) {
    this.#tokens = mapKeys(TOKEN_SYMBOLS, (apiSymbol) => ({ apiSymbol, ...contents.tokens[apiSymbol] }));
    this.#namedTokens = TOKEN_SYMBOLS.filter((symbol) => !this.isLeftOut(`tokens.${symbol}`)).map(
      (symbol) => this.#tokens[symbol],
    );
    this.#pairs = new Map(
      Object.entries(contents.pairs).map(([apiName, { name, base, quote, price_decimals }]) => [
        apiName,
        {
          ...{ apiName, chainName: name, priceDecimals: price_decimals },
          ...{ base: this.#tokens[base], quote: this.#tokens[quote] },
        },
      ]),
    );
  }

  /** Whether another profile says the same. */
  isSame(other: ContractProfile): boolean {
    return other.file === this.file && isDeepStrictEqual(other.contents, this.contents);
  }

  get bitcoinNetwork(): ProfileFile['bitcoin_network'] {
    return this.contents.bitcoin_network;
  }

  /** Where the affected set is published, as written; null when this network has none. */
  get affectedSet(): string | null {
    return this.contents.affected_set;
  }

  /** Limits of the loan-to-value, which no table of the chain holds. Basis points. */
  get lendingTerms(): { readonly maxLtvBps: bigint; readonly liquidationLtvBps: bigint } {
    const { max_ltv_bps, liquidation_ltv_bps } = this.contents.lending_terms;
    return { maxLtvBps: BigInt(max_ltv_bps), liquidationLtvBps: BigInt(liquidation_ltv_bps) };
  }

  /** Whether the file leaves out an entry, such as `tables.loans`: nothing on the chain has its name. */
  isLeftOut(entry: string): boolean {
    return this.contents.left_out.has(entry);
  }

  /** Paths of the entries that the file leaves out. */
  leftOut(): string[] {
    return [...this.contents.left_out];
  }

  account(role: Role): string {
    return this.contents.accounts[role];
  }

  /** The token of an API symbol. */
  token(symbol: ApiSymbol): Token {
    return this.#tokens[symbol];
  }

  /** Every token that the file names, in the order answers show them. */
  tokens(): readonly Token[] {
    return this.#namedTokens;
  }

  /** The token behind a contract and the chain's symbol; undefined for any other, fakes included. */
  tokenOf(contract: string, chainSymbol: string): Token | undefined {
    return this.tokens().find((token) => token.contract === contract && token.symbol === chainSymbol);
  }

  /** The pair of a name of the API; undefined for one that the file does not name. */
  pair(name: string): Pair | undefined {
    return this.#pairs.get(name);
  }

  /** Every pair that the file names, in its order. */
  pairs(): Pair[] {
    return [...this.#pairs.values()];
  }

  /** The pair behind the chain's name of it. */
  pairOf(chainName: string): Pair | undefined {
    return this.pairs().find((pair) => pair.chainName === chainName);
  }

  /** Values of {pair} in the scopes of tables; one that fills nothing where the file names no pair. */
  pairNames(): string[] {
    const names = this.pairs().map(({ chainName }) => chainName);
    return names.length === 0 ? [''] : names;
  }

  /** Keys of the tables that the file names. */
  tableKeys(): TableKey[] {
    return (Object.keys(this.contents.tables) as TableKey[]).filter((key) => this.hasTable(key));
  }

  /** False for a table that the file leaves out. */
  hasTable(key: TableKey): boolean {
    return !this.isLeftOut(`tables.${key}`);
  }

  /**
   * Where a table is; `values` fills the placeholders of its scope beyond the roles. They are values of the profile, such
   * as the names of its pairs: every address is kept.
   */
  table(key: TableKey, values?: TemplateValues): TableAddress {
    const id = values === undefined ? key : `${key} ${JSON.stringify(values)}`;
    const known = this.#addresses.get(id) ?? this.#addressOf(key, values ?? {});
    this.#addresses.set(id, known);
    return known;
  }

  /** Where the tables of a contract are, in every scope that the profile knows; whether they are there is not checked. */
  tablesAt(code: string): TableAddress[] {
    const addresses = this.tableKeys().flatMap((key) =>
      this.pairNames().map((pair) => this.table(key, { pair })),
    );
    return addresses.filter((address) => address.code === code);
  }

  #addressOf(key: TableKey, values: TemplateValues): TableAddress {
    const { code, scope, table } = this.contents.tables[key];
    return {
      code: this.account(code),
      table,
      scope: fillText(scope, { ...this.contents.accounts, ...values }),
    };
  }

  /** Position of a table's index by account, as nodes count them (2 is the first beside the primary key). */
  accountIndex(key: TableKey): number | undefined {
    return this.contents.tables[key].account_index;
  }

  /** The index by price of the table of orders; undefined where the profile knows none. */
  priceIndex(): PriceIndex | undefined {
    const index = this.contents.tables.orders.price_index;
    if (index === undefined) return undefined;
    const { position, key_type: keyType, buys, sells } = index;
    const side = ({ lower_bound: lowerBound, upper_bound: upperBound, reverse }: typeof buys) => ({
      ...{ position, keyType, lowerBound, upperBound, reverse },
    });
    return { buy: side(buys), sell: side(sells) };
  }

  /** The transfer of a token, on the token's own contract. */
  transfer(token: Token, values: TemplateValues): ActionCall {
    return this.#call('transfer', token.contract, values);
  }

  /** An action of a contract with its data template filled. */
  action(key: Exclude<ActionKey, 'transfer'>, values: TemplateValues): ActionCall {
    return this.#call(key, this.account(this.contents.actions[key].account as Role), values);
  }

  memo(key: MemoKey, values: TemplateValues): string {
    return fillText(this.contents.memos[key], values);
  }

  /** Values of a decoded action by placeholder; undefined when it is no such action. */
  readAction(
    key: ActionKey,
    { name, data }: { readonly name: string; readonly data: Json },
  ): TemplateValues | undefined {
    const template = this.contents.actions[key];
    return name === template.name ? readTemplate(template.data, data) : undefined;
  }

  /** Values of a memo by placeholder; undefined when it is no such memo. */
  readMemo(key: MemoKey, memo: string): TemplateValues | undefined {
    return readTemplate(this.contents.memos[key], memo);
  }

  /** The account name of a new vault whose generated part is `id`. */
  vaultName(id: string): string {
    return fillText(this.contents.vault_name, { ...this.contents.accounts, id });
  }

  /** True for account names in the form of the vaults. False where the form is `{id}` alone: any account has it. */
  isVaultName(account: string): boolean {
    const form = this.vaultName('{id}');
    const id = form === '{id}' ? undefined : readTemplate(form, account)?.['id'];
    return typeof id === 'string' && id !== '';
  }

  /** Where accounts are free; `nodeUrl` stands in for {node}. Undefined where the file names no registrar. */
  registrarUrl(nodeUrl: string): string | undefined {
    const { registrar_url: text } = this.contents;
    return text === undefined ? undefined : fillText(text, { node: nodeUrl });
  }

  /** Whether the address of the registrar is a route of the node. */
  get registrarIsNode(): boolean {
    return this.contents.registrar_url?.includes('{node}') === true;
  }

  /** The members of the JSON body to POST to the registrar; undefined where its page is for people. */
  registrarBody(values: {
    readonly name: string;
    readonly public_key: string;
  }): Readonly<Record<string, string>> | undefined {
    const template = this.contents.registrar_body;
    return template && (fillTemplate(template, values) as Record<string, string>);
  }

  /** Where a development chain gives a signed transaction to try the relay with; undefined on other chains. */
  signedExampleUrl(nodeUrl: string): string | undefined {
    const { signed_example_url: text } = this.contents;
    return text === undefined ? undefined : fillText(text, { node: nodeUrl });
  }

  /** Every (contract, action) that the relay lets through. */
  relayedActions(): { readonly account: string; readonly name: string }[] {
    const { transfers, actions } = this.contents.relay;
    return [
      ...transfers.map((symbol) => ({
        account: this.#tokens[symbol].contract,
        name: this.contents.actions.transfer.name,
      })),
      ...actions.map((key) => ({
        account: this.account(this.contents.actions[key].account as Role),
        name: this.contents.actions[key].name,
      })),
    ];
  }

  /** Every entry that can be checked against the chain; read by `checkProfile`. */
  entries(): ProfileFile {
    return this.contents;
  }

  #call(key: ActionKey, account: string, values: TemplateValues): ActionCall {
    const { name, data } = this.contents.actions[key];
    return { account, name, data: fillTemplate(data, values) as Record<string, Json> };
  }
}

function mapKeys<K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Readonly<Record<K, V>> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;
}
