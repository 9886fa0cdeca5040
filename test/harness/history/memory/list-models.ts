import { TOKEN_SYMBOLS, TOP_HOLDERS } from '../../../../apps/history/src/routes/get-top-holders';
import { VOTER_SCOPES } from '../../../../apps/history/src/routes/get-voter-scopes';
import { TOKENS } from '../../../../apps/history/src/routes/get-tokens';
import { VOTERS } from '../../../../apps/history/src/routes/get-voters';
import { nameFromValue } from '@app/antelope';
import { isEqual } from '../../../../apps/history/src/store/matching';
import { ascending, byAll, descending } from '../../../../apps/history/src/store/order';
import type { HistoryReader } from '../../../../apps/history/src/store/port';
import type { PageQuery } from '../../../../apps/history/src/store/queries';
import type { Page } from '../../../../apps/history/src/store/records';
import type { StateList } from '../../../../apps/history/src/store/state-list';
import * as pools from '../../../../apps/history/src/store/testing/pools';
import { slicePage } from './paging';
import type { ChainState } from './state';

/** The model of a list that a route declares, and queries by which the stores are compared with it. */
interface ListModel {
  readonly name: string;
  page(state: ChainState, query: PageQuery): Page<unknown>;
  queries(page: () => PageQuery): { query: PageQuery; ask: (reader: HistoryReader) => Promise<unknown> }[];
}

/** @param rows all entries of the list that a query means, in its order */
function modelOf<Query, Item>(
  list: StateList<Query, Item>,
  rows: (state: ChainState, query: Query) => Item[],
  queries: readonly Query[],
): ListModel {
  return {
    name: list.name,
    page: (state, query) => slicePage(rows(state, query as Query & PageQuery), query),
    queries: (page) =>
      queries.map((conditions) => {
        const query = { ...conditions, ...page() };
        return { query, ask: (reader) => reader.list(list, query) };
      }),
  };
}

/** One entry for each list of apps/history/src/routes. */
export const LIST_MODELS: readonly ListModel[] = [
  modelOf(
    TOKENS,
    (state, { account, contract }) =>
      [...state.tokens.values()]
        .filter((token) => token.account === account && isEqual(contract, token.contract))
        .sort(
          byAll(
            ascending(({ contract }) => contract),
            ascending(({ symbolCode }) => symbolCode),
          ),
        ),
    [
      ...pools.ACCOUNTS.map((account): { account: bigint; contract?: bigint } => ({ account })),
      ...pools.CONTRACTS.map((contract) => ({ account: pools.ACCOUNTS[0] ?? 0n, contract })),
    ],
  ),
  modelOf(
    VOTERS,
    (state, { producers, isProxy }) =>
      [...state.voters.values()]
        .filter(
          (voter) =>
            producers.every((producer) => voter.producers.includes(producer)) &&
            isEqual(isProxy, voter.isProxy),
        )
        .sort(
          byAll(
            descending(({ lastVoteWeight }) => lastVoteWeight),
            ascending(({ owner }) => owner),
          ),
        ),
    [[], pools.PRODUCERS.slice(0, 1), pools.PRODUCERS.slice(1)].flatMap((producers) => [
      { producers },
      { producers, isProxy: true as const },
    ]),
  ),
  modelOf(
    TOP_HOLDERS,
    (state, { contract, symbolCode }) =>
      [...state.tokens.values()]
        .filter((token) => token.contract === contract && token.symbolCode === symbolCode)
        .sort(
          byAll(
            descending(({ units }) => units),
            descending(({ account }) => account),
          ),
        ),
    pools.CONTRACTS.flatMap((contract) => pools.SYMBOLS.map((symbolCode) => ({ contract, symbolCode }))),
  ),
  {
    ...modelOf(
      TOKEN_SYMBOLS,
      () => [],
      pools.CONTRACTS.map((contract) => ({ contract })),
    ),
    page: (state, query) => {
      const { contract, skip, limit } = query as unknown as { contract: bigint } & PageQuery;
      const tokens = [...state.tokens.values()].filter((token) => token.contract === contract);
      const codes = [...new Set(tokens.map(({ symbolCode }) => symbolCode))].sort(ascending((code) => code));
      const found = codes.slice(0, skip + limit);
      const isWhole = found.length < skip + limit;
      return { items: found.slice(skip), total: { value: found.length, relation: isWhole ? 'eq' : 'gte' } };
    },
  },
  modelOf(
    VOTER_SCOPES,
    (state, { term }) =>
      [...state.voters.values()]
        .sort(
          byAll(
            descending(({ lastVoteWeight }) => lastVoteWeight),
            descending(({ owner }) => owner),
          ),
        )
        .map(({ owner }) => owner)
        .filter((owner) => nameFromValue(owner).includes(term)),
    ['a', 'o', 'eosio', 'zzzz', '5'].map((term) => ({ term })),
  ),
];
