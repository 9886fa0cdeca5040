import { type ApiSymbol, TOKEN_SYMBOLS } from '@app/networks';

/** A token of a chain, as its contract states it. */
export interface FoundToken {
  readonly contract: string;
  readonly symbol: string;
  readonly precision: number;
}

/** Tables and actions of a contract, each action with its fields. */
export interface FoundContract {
  readonly account: string;
  readonly tables: readonly string[];
  readonly actions: readonly { readonly name: string; readonly fields: readonly string[] }[];
}

/** Facts of a chain for a draft. */
export interface DraftFacts {
  readonly chainId: string;
  readonly tokens: readonly FoundToken[];
  readonly contracts: readonly FoundContract[];
}

/** Symbols that the relay can transfer. */
const RELAYED: readonly ApiSymbol[] = ['BTC', 'USDT', 'NATIVE', 'TPF'];

/** The networks file of a draft. */
export const draftNetworks = (facts: DraftFacts, nodeUrl: string, profileFile: string): string =>
  `networks:
  mainnet:
    chain_id: '${facts.chainId}'
    # false: its tokens are worth nothing.
    real_funds: true
    profile: ${profileFile}
    nodes: ['${nodeUrl}']
`;

/**
 * The profile file of a draft: tokens and the relay. Everything else needs the documentation of the contracts, such as
 * the memos they read; the tables and actions that were found stand in comments.
 * @param schemaFile path of the JSON Schema of profiles, relative to the profile
 */
export function draftProfile({ tokens, contracts }: DraftFacts, schemaFile: string): string {
  const named = namedTokens(tokens);
  const others = tokens.filter((token) => ![...named.values()].includes(token));
  const relayed = RELAYED.filter((symbol) => named.has(symbol)).join(', ');
  return [
    `# yaml-language-server: $schema=${schemaFile}`,
    '# What is left out does not exist on this chain: the tools that need it refuse.',
    'tokens:',
    ...[...named].map(([symbol, token]) => `  ${symbol}: ${tokenText(token)}`),
    ...others.map((token) => `  # not one of ${TOKEN_SYMBOLS.join(', ')}: ${tokenText(token)}`),
    'relay:',
    `  transfers: [${relayed}]`,
    '# Without a list of compromised keys every account is unchecked.',
    'affected_set: null',
    ...contracts.flatMap(contractComments),
    '',
  ].join('\n');
}

/** Tokens by symbol of the API: the symbol is the same, and the first token of the system's contract is NATIVE. */
function namedTokens(tokens: readonly FoundToken[]): Map<ApiSymbol, FoundToken> {
  const named = new Map<ApiSymbol, FoundToken>();
  for (const apiSymbol of TOKEN_SYMBOLS) {
    const token =
      tokens.find(({ symbol }) => symbol === apiSymbol) ??
      (apiSymbol === 'NATIVE' ? tokens.find(({ contract }) => contract === 'eosio.token') : undefined);
    if (token !== undefined) named.set(apiSymbol, token);
  }
  return named;
}

const tokenText = ({ contract, symbol, precision }: FoundToken): string =>
  `{ contract: ${contract}, symbol: ${symbol}, precision: ${precision} }`;

function contractComments({ account, tables, actions }: FoundContract): string[] {
  return [
    '',
    `# ${account} has the tables ${tables.join(', ') || 'none'}`,
    ...actions.map(({ name, fields }) => `#   action ${name}: ${fields.join(', ') || 'no fields'}`),
  ];
}
