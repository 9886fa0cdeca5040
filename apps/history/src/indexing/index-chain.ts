import type { Clock } from '@app/operations';
import { Derivation } from '../derive/derivation';
import type { TradeLayout } from '../derive/trade-layout';
import type { FollowListener } from '../follow/block-derivation';
import type { FollowLog } from '../follow/follow-log';
import { FOLLOW_DEFAULTS, type FollowSettings } from '../follow/follow-options';
import { Follower } from '../follow/follower';
import type { HistoryWriter } from '../store/port';
import type { AbiLearner } from './abi-learner';

export interface IndexChainParts {
  /** The servers of the chain, at least one. */
  readonly shipUrls: readonly string[];
  /** Archives from which the store is filled before. */
  readonly archiveUrls: readonly string[];
  readonly follow: FollowSettings;
  /** Where the exchange keeps its trades. */
  readonly trades?: TradeLayout | undefined;
  /** Asked for ABIs that are older than the store. */
  readonly abis?: AbiLearner;
  readonly writer: HistoryWriter;
  readonly listener: FollowListener;
  readonly logger: FollowLog;
  readonly clock: Clock;
}

/** The follower that writes a chain into a store: state history -> derive -> store. */
export function chainFollower({
  shipUrls: [url = '', ...otherUrls],
  archiveUrls,
  follow,
  trades,
  abis,
  writer,
  listener,
  logger,
  clock,
}: IndexChainParts): Follower {
  return new Follower({
    options: { ...FOLLOW_DEFAULTS, ...follow, url, otherUrls, archiveUrls },
    writer,
    derivation: abis === undefined ? new Derivation(trades) : abis.watching(new Derivation(trades)),
    listener,
    logger,
    clock,
  });
}
