import type { Name } from '../../derive/block-writes';
import type { HistoryReader } from '../port';
import type * as Queries from '../queries';
import {
  readControlledPermissions,
  readCreatedAccounts,
  readCreation,
  readKeyPermissions,
  readLinks,
  readPermissions,
  readTokens,
} from './reading/accounts';
import { searchActions, type SearchLimits } from './reading/actions';
import { readRows, searchDeltas } from './reading/deltas';
import { Names } from './reading/names';
import { readProposals } from './reading/proposals';
import { readAbi, readMissedBlocks, readSchedule } from './reading/schedules';
import { readStatus } from './reading/status';
import { readBlock, readBlockTransactions, readTransaction } from './reading/transactions';
import { readVoters } from './reading/voters';
import type { SqlDatabase } from './session';

export const DEFAULT_SEARCH_LIMITS: SearchLimits = { maxRows: 50_000, maxDecodedRows: 20_000 };

/** Reads the history from a SQL database; each call sees one committed state. */
export class SqlHistoryReader implements HistoryReader {
  private readonly names = new Names();

  constructor(
    private readonly database: SqlDatabase,
    private readonly limits: SearchLimits = DEFAULT_SEARCH_LIMITS,
  ) {}

  status() {
    return this.database.read((session) => readStatus(session, this.names));
  }

  block(at: number | Uint8Array) {
    return this.database.read((session) => readBlock(session, this.names, at));
  }

  blockTransactions(num: number) {
    return this.database.read((session) => readBlockTransactions(session, this.names, num));
  }

  transaction(id: Uint8Array) {
    return this.database.read((session) => readTransaction(session, this.names, id));
  }

  actions(query: Queries.ActionQuery) {
    return this.database.read((session) => searchActions(session, this.names, query, this.limits));
  }

  deltas(query: Queries.DeltaQuery) {
    return this.database.read((session) => searchDeltas(session, this.names, query, this.limits));
  }

  rows(query: Queries.RowQuery) {
    return this.database.read((session) => readRows(session, query));
  }

  tokens(account: Name, page: Queries.PageQuery) {
    return this.database.read((session) => readTokens(session, account, page));
  }

  permissions(owner: Name) {
    return this.database.read((session) => readPermissions(session, owner));
  }

  keyPermissions(key: Uint8Array, page: Queries.PageQuery) {
    return this.database.read((session) => readKeyPermissions(session, key, page));
  }

  controlledPermissions(actor: Name) {
    return this.database.read((session) => readControlledPermissions(session, actor));
  }

  links(query: Queries.LinkQuery) {
    return this.database.read((session) => readLinks(session, query));
  }

  proposals(query: Queries.ProposalQuery) {
    return this.database.read((session) => readProposals(session, query));
  }

  voters(query: Queries.VoterQuery) {
    return this.database.read((session) => readVoters(session, query));
  }

  schedule(query: Queries.ScheduleQuery) {
    return this.database.read((session) => readSchedule(session, query));
  }

  missedBlocks(query: Queries.MissedBlocksQuery) {
    return this.database.read((session) => readMissedBlocks(session, query));
  }

  createdAccounts(creator: Name, page: Queries.PageQuery) {
    return this.database.read((session) => readCreatedAccounts(session, creator, page));
  }

  creation(account: Name) {
    return this.database.read((session) => readCreation(session, account));
  }

  abi(query: Queries.AbiQuery) {
    return this.database.read((session) => readAbi(session, query));
  }

  close() {
    return this.database.close();
  }
}
