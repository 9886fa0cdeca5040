import type { BlockWrites } from '../../../../../apps/history/src/derive/block-writes';
import {
  TOKENS_AT_BLOCK,
  type TokensAtBlock,
  type TokensAtBlockQuery,
} from '../../../../../apps/history/src/routes/tokens-at-block';
import { ascending, byAll } from '../../../../../apps/history/src/store/order';
import * as pools from '../../../../../apps/history/src/store/testing/pools';
import { slicePage } from '../paging';
import { modelOf, type ModelHistory } from '../question-model';
import { ChainState } from '../state';
import { someBlock, unknownPastOf } from './rows';

const NONE: TokensAtBlock['page'] = { items: [], total: { value: 0, relation: 'eq' } };

/** The state is computed from all blocks up to the wanted one. */
export const TOKENS_AT_BLOCK_MODEL = modelOf(
  TOKENS_AT_BLOCK,
  (history, query): TokensAtBlock => {
    const unknown = unknownPastOf(history, query.atBlock);
    if (unknown !== undefined) return { unknown, page: NONE };
    if (isOneLost(history, query)) return { unknown: { kind: 'removed' }, page: NONE };
    const blocks = history.blocks.filter(({ block }) => block.num <= query.atBlock);
    const tokens = [...ChainState.after(blocks).tokens.values()].filter(isWanted(query)).sort(
      byAll(
        ascending(({ contract }) => contract),
        ascending(({ symbolCode }) => symbolCode),
      ),
    );
    return { page: slicePage(tokens, query) };
  },
  (random, blocks) =>
    blocks.length === 0
      ? []
      : Array.from({ length: 12 }, () => ({
          account: random.pick(pools.ACCOUNTS),
          ...(random.chance(30) ? { contract: random.pick(pools.CONTRACTS) } : {}),
          atBlock: someBlock(random, blocks),
          skip: random.below(3),
          limit: random.pick([1, 3, 100]),
        })),
);

const isWanted =
  ({ account, contract }: TokensAtBlockQuery) =>
  (token: { readonly account: bigint; readonly contract: bigint }): boolean =>
    token.account === account && (contract === undefined || token.contract === contract);

/** Whether a balance changed after the block, and before it in a block at most whose history was removed. */
function isOneLost({ kept, blocks }: ModelHistory, query: TokensAtBlockQuery): boolean {
  if (kept.length === blocks.length) return false;
  const changes = (part: readonly BlockWrites[]): string[] =>
    part
      .flatMap(({ tokens }) => tokens)
      .filter(isWanted(query))
      .map(({ contract, symbolCode }) => `${contract}/${symbolCode}`);
  const before = new Set(changes(kept.filter(({ block }) => block.num <= query.atBlock)));
  const after = changes(kept.filter(({ block }) => block.num > query.atBlock));
  return after.some((key) => !before.has(key));
}
