import { nameFromValue } from '@app/antelope';
import { VotersQuery } from '@app/node-api';
import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { numberOfInteger } from '../answers/exact-number';
import { READER } from '../decoding/tokens';
import type { Name } from '../derive/name';
import { Envelopes } from '../envelope/envelopes';
import { ByGet } from '../http/node-route.decorator';
import { nameOf } from '../parameters/filters';
import { pageOf } from '../parameters/page';
import type { HistoryReader } from '../store/port';
import type { VoterRecord } from '../store/records';
import { readVoter } from '../store/sql/blobs';
import { checkedPage, sqlPage, whereOf } from '../store/sql/reading/sql-page';
import { bytes, fromOrdered, int, ordered, type SqlRow } from '../store/sql/values';
import type { StateList } from '../store/state-list';

const LIMITS = { unset: 10, max: 1000 };

interface VoterConditions {
  /** Voters of all of these. Empty: all voters. */
  readonly producers: readonly Name[];
  /** Voters that vote for others only. */
  readonly isProxy?: true;
}

/** Those of one producer, in the order of its index. */
const OF_PRODUCER = { from: 'vote v JOIN voter ON voter.owner = v.owner', orderBy: 'v.weight DESC, v.owner' };
const ALL = { from: 'voter', orderBy: 'weight DESC, owner' };

/**
 * Voters of all producers of the query, by descending weight, then by name; proxies only where it says so. The list of
 * one index is read, and checked row by row where the query has more conditions than that index.
 */
export const VOTERS: StateList<VoterConditions, VoterRecord> = {
  name: 'voters',
  read: (session, { producers, isProxy, ...page }) => {
    const [first, ...others] = producers;
    if (isProxy === true) {
      const list = { ...ALL, where: whereOf([['voter.is_proxy = ?', 1]]), page };
      if (first === undefined) return sqlPage(session, list, voterOf);
      const checks = { isWanted: votesFor(producers), narrowBy: ['a lower skip'] };
      return checkedPage(session, list, voterOf, checks);
    }
    if (first === undefined) return sqlPage(session, { ...ALL, where: whereOf([]), page }, voterOf);
    const where = whereOf([['v.producer = ?', ordered(first)]]);
    const list = { ...OF_PRODUCER, columns: 'voter.*', where, page };
    if (others.length === 0) return sqlPage(session, list, voterOf);
    return checkedPage(session, list, voterOf, { isWanted: votesFor(others), narrowBy: ['is_proxy'] });
  },
};

const votesFor =
  (producers: readonly Name[]) =>
  (voter: VoterRecord): boolean =>
    producers.every((producer) => voter.producers.includes(producer));

const voterOf = (row: SqlRow): VoterRecord => ({
  owner: fromOrdered(row.owner),
  ...readVoter(bytes(row.voter)),
  blockNum: int(row.block),
});

/**
 * Members of both generations of clients: `last_vote` and `data`, `last_vote_block` and the others.
 * @param listsProducers whether the voted producers are listed
 */
const voterDocument = (record: VoterRecord, listsProducers = true): object => {
  const voted = listsProducers ? { producers: record.producers.map(nameFromValue) } : {};
  const proxy = nameFromValue(record.proxy);
  const staked = numberOfInteger(record.staked);
  return {
    account: nameFromValue(record.owner),
    weight: record.lastVoteWeight,
    last_vote: record.blockNum,
    last_vote_block: record.blockNum,
    staked,
    is_proxy: record.isProxy,
    ...voted,
    data: {
      proxy,
      ...voted,
      staked,
      last_vote_weight: record.lastVoteWeight,
      proxied_vote_weight: record.proxiedVoteWeight,
      is_proxy: record.isProxy ? 1 : 0,
    },
  };
};

@ApiTags('state')
@Controller()
export class VotersController {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly envelopes: Envelopes,
  ) {}

  @ByGet('/v2/state/get_voters')
  getVoters(@Query() query: VotersQuery): Promise<object> {
    const { producer = '', proxy, is_proxy, listProducers, ...parameters } = query;
    const producers = producer
      .split(',')
      .filter((text) => text.trim() !== '')
      .map((text) => nameOf('producer', text));
    const conditions = {
      ...pageOf(parameters, LIMITS),
      producers,
      ...(proxy === true || is_proxy === true ? { isProxy: true as const } : {}),
    };
    return this.envelopes.ofState(async () => {
      const { items, total } = await this.reader.list(VOTERS, conditions);
      return {
        total,
        voter_count: total.value,
        voters: items.map((voter) => voterDocument(voter, listProducers)),
      };
    });
  }
}
