import {
  type AbiJson,
  type ChainProfile,
  type Layout,
  layoutsOf,
} from '../../../../libs/client/src/chain/profile';
import type { NetworkFacts, Token } from '../gateway/network-facts';

/** The same on every token contract: wallets and exchanges rely on it. */
const TRANSFER_LAYOUT: Layout = [
  ['from', 'name'],
  ['to', 'name'],
  ['quantity', 'asset'],
  ['memo', 'string'],
];

/** Facts of the chain that the configuration does not have. */
interface ChainFacts {
  /** Of the exchange and the lending contract, by account. */
  readonly abis: Readonly<Record<string, AbiJson>>;
  /** Symbols of pool shares by the id of the pool. */
  readonly shareSymbols: Readonly<Record<string, string>>;
}

/** The names and layouts of a network that transactions are rebuilt by. @throws RangeError for an ABI without its types */
export function ownProfile(network: NetworkFacts, { abis, shareSymbols }: ChainFacts): ChainProfile {
  const { accounts, memos, vault_name, tokens } = network;
  const actions = network.actions as ChainProfile['actions'];
  const shares = sharesOf(tokens, shareSymbols);
  const transfer = actions['transfer']?.name ?? '';
  return {
    ...{ accounts, actions, memos, vault_name },
    tokens: Object.fromEntries([...tokens, ...shares].map((token) => [token.apiSymbol, token])),
    share_tokens: Object.fromEntries(shares.map(({ poolId, apiSymbol }) => [poolId, apiSymbol])),
    pairs: Object.fromEntries(
      network.pairs.map(({ apiName, chainName: name, priceDecimals: price_decimals, ...tokensOf }) => [
        apiName,
        { ...tokensOf, name, price_decimals },
      ]),
    ),
    layouts: {
      ...layoutsOf(abis),
      ...Object.fromEntries(tokens.map(({ contract }) => [`${contract}::${transfer}`, TRANSFER_LAYOUT])),
    },
  };
}

/** Shares of any pool are a token like those of pool 6, with a symbol of their own. */
function sharesOf(tokens: readonly Token[], symbols: Readonly<Record<string, string>>) {
  const shares = tokens.filter(({ apiSymbol }) => apiSymbol === 'TPF');
  return Object.entries(symbols).flatMap(([poolId, symbol]) =>
    shares.map((token) => ({ ...token, symbol, poolId, apiSymbol: `shares of pool ${poolId}` })),
  );
}
