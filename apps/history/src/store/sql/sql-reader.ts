import type { Name } from '../../derive/name';
import type { HistoryReader } from '../port';
import type * as Queries from '../queries';
import type { Question } from '../question';
import type { StateList } from '../state-list';
import {
  readControlledPermissions,
  readCreatedAccounts,
  readCreation,
  readKeyPermissions,
  readKeyPlaces,
  readPermissions,
} from './reading/accounts';
import { searchActions } from './reading/actions';
import { readCandles } from './reading/candles';
import { readRows, searchDeltas } from './reading/deltas';
import { readLinks } from './reading/links';
import { readMissedBlocks } from './reading/missed-blocks';
import { Names } from './reading/names';
import { isProposalSearch, readProposals } from './reading/proposals';
import { areProducersKnown } from './reading/known-producers';
import { isScheduleSearch, readAbi, readSchedule } from './reading/schedules';
import { isActionSearch, isDeltaSearch } from './reading/search-kind';
import { type SearchLimits, SearchWork } from './reading/search-work';
import { readStatus } from './reading/status';
import { readBlock, readBlockTransactions, readTransaction } from './reading/transactions';
import { WholeState } from './reading/whole-state';
import {
  isVisible,
  visibleDeltas,
  visibleActions,
  Visibility,
  type VisibleBlocks,
} from './reading/visible-blocks';
import { EventLoopTurns } from './event-loop-turns';
import { SearchLane } from './search-lane';
import type { SqlDatabase, SqlSession } from './session';

export const DEFAULT_SEARCH_LIMITS: SearchLimits = {
  maxRows: 50_000,
  maxDecodedRows: 20_000,
  maxCounted: 1_000_000,
  maxMs: 500,
};

interface ReaderOptions {
  readonly limits?: Partial<SearchLimits>;
  readonly monotonicMs?: () => number;
  /** Where searches read; default: where pages do. */
  readonly searches?: Pick<SqlDatabase, 'read' | 'close'>;
}

/** Reads the history from a SQL database; each call sees one committed state. */
export class SqlHistoryReader implements HistoryReader {
  readonly #names = new Names();
  readonly #visibility = new Visibility();
  readonly #wholeState = new WholeState();
  readonly #turns = new EventLoopTurns();
  readonly #lane = new SearchLane();
  readonly #limits: SearchLimits;
  readonly #monotonicMs: () => number;
  readonly #searches: Pick<SqlDatabase, 'read' | 'close'>;

  constructor(
    private readonly database: Pick<SqlDatabase, 'read' | 'close'>,
    { limits = {}, monotonicMs = () => performance.now(), searches = database }: ReaderOptions = {},
  ) {
    this.#limits = { ...DEFAULT_SEARCH_LIMITS, ...limits };
    this.#monotonicMs = monotonicMs;
    this.#searches = searches;
  }

  status() {
    return this.database.read((session) => readStatus(session, this.#names));
  }

  block(at: number | Uint8Array) {
    return this.#seen(async (session, visible) => {
      const found = await readBlock(session, this.#names, at);
      return found !== undefined && isVisible(visible, found.num) ? found : undefined;
    });
  }

  blockTransactions(num: number) {
    return this.#seen(async (session, visible) =>
      isVisible(visible, num) ? readBlockTransactions(session, this.#names, num) : [],
    );
  }

  transaction(id: Uint8Array) {
    return this.#seen(async (session, visible) => {
      const found = await readTransaction(session, this.#names, id);
      return found !== undefined && isVisible(visible, found.block.num) ? found : undefined;
    });
  }

  actions(query: Queries.ActionQuery) {
    return this.#searched(isActionSearch(query), (session, visible, work) => {
      const range = visibleActions(query.range ?? {}, visible);
      return searchActions(session, this.#names, { ...query, range }, work);
    });
  }

  deltas(query: Queries.DeltaQuery) {
    return this.#searched(isDeltaSearch(query), (session, visible, work) => {
      const range = visibleDeltas(query.range ?? {}, visible);
      return searchDeltas(session, this.#names, { ...query, range }, work);
    });
  }

  rows(query: Queries.RowQuery) {
    return this.#read((session) => readRows(session, query));
  }

  list<Query, Item>(list: StateList<Query, Item>, query: Query & Queries.PageQuery) {
    return this.#read((session) => list.read(session, query));
  }

  answer<Query, Answer>(question: Question<Query, Answer>, query: Query) {
    return this.#searched(question.isSearch(query), (session, visible, work) =>
      question.read({ session, names: this.#names, visible, work }, query),
    );
  }

  permissions(owner: Name, most: number) {
    return this.#read((session) => readPermissions(session, owner, most));
  }

  keyPermissions(key: Uint8Array, page: Queries.PageQuery) {
    return this.#read((session) => readKeyPermissions(session, key, page));
  }

  keyPlaces(key: Uint8Array, page: Queries.PageQuery) {
    return this.#read((session) => readKeyPlaces(session, key, page));
  }

  controlledPermissions(actor: Name, page: Queries.PageQuery) {
    return this.#read((session) => readControlledPermissions(session, actor, page));
  }

  links(query: Queries.LinkQuery) {
    return this.#read((session) => readLinks(session, query));
  }

  proposals(query: Queries.ProposalQuery) {
    return this.#searched(isProposalSearch(query), (session, _visible, work) =>
      readProposals(session, query, work),
    );
  }

  schedule(query: Queries.ScheduleQuery) {
    return this.#searched(isScheduleSearch(query), (session, _visible, work) =>
      readSchedule(session, query, work),
    );
  }

  areProducersKnown() {
    return this.#read(areProducersKnown);
  }

  missedBlocks(query: Queries.MissedBlocksQuery) {
    return this.#searched(true, (session, _visible, work) => readMissedBlocks(session, query, work));
  }

  candles(query: Queries.CandleQuery) {
    return this.#read((session) => readCandles(session, query));
  }

  createdAccounts(creator: Name, page: Queries.PageQuery) {
    return this.#read((session) => readCreatedAccounts(session, creator, page));
  }

  creation(account: Name) {
    return this.#read((session) => readCreation(session, account));
  }

  abi(query: Queries.AbiQuery) {
    return this.#read((session) => readAbi(session, query));
  }

  async close() {
    await Promise.all([...new Set([this.database, this.#searches])].map((each) => each.close()));
  }

  /** A page, or a search that may take long: few of those run at a time. */
  #searched<T>(
    isSearch: boolean,
    search: (session: SqlSession, visible: VisibleBlocks | undefined, work: SearchWork) => Promise<T>,
  ): Promise<T> {
    const read = (): Promise<T> =>
      this.#seen(
        (session, visible) =>
          search(session, visible, new SearchWork(this.#limits, this.#turns, this.#monotonicMs)),
        isSearch ? this.#searches : this.database,
      );
    return isSearch ? this.#lane.run(read) : read();
  }

  /** A read that is limited to the blocks that are whole. */
  #seen<T>(
    work: (session: SqlSession, visible: VisibleBlocks | undefined) => Promise<T>,
    database = this.database,
  ): Promise<T> {
    return this.#read(async (session) => work(session, await this.#visibility.of(session)), database);
  }

  #read<T>(work: (session: SqlSession) => Promise<T>, database = this.database): Promise<T> {
    return database.read(async (session) => {
      await this.#wholeState.require(session);
      return work(session);
    });
  }
}
