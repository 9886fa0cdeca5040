import type { ApiSymbol, ContractProfile, NetworkConfig, Pair } from '@app/networks';

/** A network of the deployment, as far as words about pairs need it. */
export interface NetworkOfPairs {
  readonly name: NetworkConfig['name'];
  readonly profile: Pick<ContractProfile, 'pairs'>;
}

/** Of a list in a sentence: descriptions have a maximum length, and the schema of a field lists all pairs. */
const MAX_CHARACTERS = 160;

const NO_PAIR = 'no pair is configured';

/** A pair, and the network where other networks mean something else by its name. */
interface Meaning {
  readonly pair: Pair;
  readonly network?: string;
}

/** Texts of declarations about the pairs of all networks, by placeholder. */
export function pairTexts(networks: readonly NetworkOfPairs[]): Record<string, string> {
  const meanings = meaningsOf(networks);
  const names = pairNames(networks);
  const [first = NO_PAIR] = names;
  return {
    'pair.first': first,
    'pair.last': names.at(-1) ?? first,
    'pairs.all': names.length === 2 ? 'both' : 'all',
    'pairs.meanings': listed(
      meanings,
      ({ base, quote }, name) => `${name} is ${base.apiSymbol} priced in ${quote.apiSymbol}`,
    ),
    'pairs.units': listed(
      meanings,
      ({ base, quote }, name) => `${quote.apiSymbol} per ${base.apiSymbol} for ${name}`,
    ),
    'pairs.bases': listed(meanings, ({ base }, name) => `${base.apiSymbol} for ${name}`),
    'pairs.price_decimals': listed(
      meanings,
      ({ quote, priceDecimals }, name, isFirst) =>
        `${quote.apiSymbol} with up to ${priceDecimals}${isFirst ? ' decimals' : ''} for ${name}`,
    ),
    'pairs.base_decimals': listed(
      meanings,
      ({ base }, name, isFirst) =>
        `${base.apiSymbol} (${base.precision}${isFirst ? ' decimals' : ''}) for ${name}`,
    ),
  };
}

/** The pairs of all networks, each once. */
export const pairNames = (networks: readonly NetworkOfPairs[]): string[] => [
  ...new Set(networks.flatMap(({ profile }) => profile.pairs().map(({ apiName }) => apiName))),
];

/** Orders that lock a token: `In sells of btcusdt and buys of nativebtc`. Undefined for a token of no pair. */
export function lockedText(networks: readonly NetworkOfPairs[], symbol: ApiSymbol): string | undefined {
  const pairs = networks.flatMap(({ profile }) => profile.pairs());
  const ofSide = (words: string, side: 'base' | 'quote'): string[] => {
    const names = pairs.filter((pair) => pair[side].apiSymbol === symbol).map(({ apiName }) => apiName);
    return names.length === 0 ? [] : [`${words} of ${joined([...new Set(names)])}`];
  };
  const places = [...ofSide('sells', 'base'), ...ofSide('buys', 'quote')];
  return places.length === 0 ? undefined : `In ${places.join(' and ')}`;
}

function meaningsOf(networks: readonly NetworkOfPairs[]): Meaning[] {
  const all = networks.flatMap(({ name, profile }) =>
    profile.pairs().map((pair) => ({ network: name, pair, terms: termsOf(pair) })),
  );
  return all.flatMap(({ network, pair, terms }, index): Meaning[] => {
    const namesakes = all.filter((other) => other.pair.apiName === pair.apiName);
    if (namesakes.some((other) => other.terms !== terms)) return [{ pair, network }];
    return all.findIndex((other) => other.terms === terms) === index ? [{ pair }] : [];
  });
}

/** All that a client of the API knows of a pair. */
const termsOf = ({ apiName, base, quote, priceDecimals }: Pair): string =>
  [apiName, base.apiSymbol, base.precision, quote.apiSymbol, priceDecimals].join(' ');

function listed(
  meanings: readonly Meaning[],
  wordsOf: (pair: Pair, name: string, isFirst: boolean) => string,
): string {
  const words = meanings.map(({ pair, network }, index) =>
    wordsOf(pair, network === undefined ? pair.apiName : `${pair.apiName} of ${network}`, index === 0),
  );
  return words.length === 0 ? NO_PAIR : joined(words);
}

/** The first words at least, and as many others as fit. */
function joined(words: readonly string[]): string {
  let count = words.length;
  while (count > 1 && words.slice(0, count).join(', ').length > MAX_CHARACTERS) count -= 1;
  const left = words.length - count;
  return [...words.slice(0, count), ...(left === 0 ? [] : [`and ${left} more`])].join(', ');
}
