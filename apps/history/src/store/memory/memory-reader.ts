import { equalBytes } from '@app/antelope';
import type { BlockHeader, BlockWrites, Name } from '../../derive/block-writes';
import { isInRange, matchesQuery } from '../matching';
import { ascending, byAll, descending } from '../order';
import { limitedTotal, pageOf } from '../paging';
import type { HistoryReader } from '../port';
import { deltaSequence } from '../positions';
import type {
  AbiQuery,
  ActionQuery,
  DeltaQuery,
  HistoryRange,
  LinkQuery,
  MissedBlocksQuery,
  PageQuery,
  ProposalQuery,
  RowQuery,
  ScheduleQuery,
  VoterQuery,
} from '../queries';
import type {
  AbiRecord,
  ActionRecord,
  BlockRecord,
  BlockRef,
  CreatedAccountRecord,
  DeltaRecord,
  LinkRecord,
  MissedBlocks,
  Page,
  PermissionRecord,
  ProposalRecord,
  RowRecord,
  ScheduleRecord,
  StoreStatus,
  TokenRecord,
  TransactionActions,
  TransactionRecord,
  VoterRecord,
} from '../records';
import { MemoryHistory } from './memory-history';
import { hasKey } from './state';

/** Answers every query by looking at all blocks. */
export class MemoryReader implements HistoryReader {
  constructor(private readonly history: MemoryHistory) {}

  async status(): Promise<StoreStatus> {
    const kept = this.kept();
    const head = kept.at(-1)?.block;
    return {
      chainId: this.history.chainId ?? new Uint8Array(32),
      head: head && blockRef(head),
      irreversibleNum: this.history.irreversibleNum,
      firstBlockNum: kept[0]?.block.num ?? 0,
      isPruned: kept.length < this.history.blocks.length,
      holes: [],
      actions: kept.reduce((sum, { actions }) => sum + actions.length, 0),
    };
  }

  async block(at: number | Uint8Array): Promise<BlockRecord | undefined> {
    const found = this.kept().find(({ block }) =>
      typeof at === 'number' ? block.num === at : equalBytes(block.id, at),
    );
    return found && { ...found.block, transactionCount: found.transactions.length };
  }

  async blockTransactions(num: number): Promise<TransactionActions[]> {
    return this.kept()
      .filter(({ block }) => block.num === num)
      .flatMap((writes) => writes.transactions.map((_, index) => transactionActions(writes, index)));
  }

  async transaction(id: Uint8Array): Promise<TransactionActions | undefined> {
    return this.kept()
      .flatMap((writes) => writes.transactions.map((transaction, index) => ({ writes, transaction, index })))
      .filter(({ transaction }) => equalBytes(transaction.id, id))
      .map(({ writes, index }) => transactionActions(writes, index))
      .at(-1);
  }

  async actions(query: ActionQuery): Promise<Page<ActionRecord>> {
    const found = this.kept().flatMap((writes) =>
      writes.actions
        .filter((action) => {
          const transaction = writes.transactions[action.transaction];
          return transaction && matchesQuery(query, { block: writes.block, transaction, action });
        })
        .map((action) => actionRecord(writes, action)),
    );
    return ordered(found, query);
  }

  async deltas(query: DeltaQuery): Promise<Page<DeltaRecord>> {
    const found = this.kept()
      .flatMap(({ block, deltas }) =>
        deltas.map((delta, index) => ({
          ...delta,
          sequence: deltaSequence(block.num, index),
          block: blockRef(block),
        })),
      )
      .filter(
        (delta) =>
          isEqual(query.code, delta.code) &&
          isEqual(query.scope, delta.scope) &&
          isEqual(query.table, delta.table) &&
          isEqual(query.payer, delta.payer) &&
          isEqual(query.primaryKey, delta.primaryKey) &&
          isEqual(query.present, delta.present) &&
          isInRange(query.range ?? {}, delta.block, delta.sequence),
      );
    return ordered(found, query);
  }

  async rows({ code, table, scope, after, limit }: RowQuery): Promise<RowRecord[]> {
    return [...this.history.state.rows.values()]
      .filter((row) => row.code === code && row.table === table && isEqual(scope, row.scope))
      .filter(
        (row) =>
          after === undefined ||
          row.scope > after.scope ||
          (row.scope === after.scope && row.primaryKey > after.primaryKey),
      )
      .sort(
        byAll(
          ascending((row) => row.scope),
          ascending((row) => row.primaryKey),
        ),
      )
      .slice(0, limit);
  }

  async tokens(account: Name, page: PageQuery): Promise<Page<TokenRecord>> {
    const found = [...this.history.state.tokens.values()].filter((token) => token.account === account);
    return pageOf(
      found.sort(
        byAll(
          ascending((token) => token.contract),
          ascending((token) => token.symbolCode),
        ),
      ),
      page,
    );
  }

  async permissions(owner: Name): Promise<PermissionRecord[]> {
    return this.sortedPermissions((permission) => permission.owner === owner);
  }

  async keyPermissions(key: Uint8Array, page: PageQuery): Promise<Page<PermissionRecord>> {
    return pageOf(
      this.sortedPermissions((permission) => hasKey(permission, key)),
      page,
    );
  }

  async controlledPermissions(actor: Name): Promise<PermissionRecord[]> {
    return this.sortedPermissions(({ authority }) =>
      authority.accounts.some((entry) => entry.actor === actor),
    );
  }

  async links(query: LinkQuery): Promise<LinkRecord[]> {
    return [...this.history.state.links.values()]
      .filter(
        (link) =>
          isEqual(query.account, link.account) &&
          isEqual(query.code, link.code) &&
          isEqual(query.action, link.action) &&
          isEqual(query.permission, link.permission),
      )
      .sort(
        byAll(
          ascending((link) => link.account),
          ascending((link) => link.code),
          ascending((link) => link.action),
        ),
      );
  }

  async proposals(query: ProposalQuery): Promise<Page<ProposalRecord>> {
    const found = this.history.state.proposals.filter(
      (proposal) =>
        isEqual(query.proposer, proposal.proposer) &&
        isEqual(query.name, proposal.name) &&
        (query.account === undefined ||
          [...proposal.requested, ...proposal.provided].some(({ actor }) => actor === query.account)) &&
        contains(proposal.requested, query.requested) &&
        contains(proposal.provided, query.provided) &&
        isEqual(query.status, proposal.status),
    );
    return pageOf(
      found.sort(
        byAll(
          descending((proposal) => proposal.blockNum),
          descending((proposal) => proposal.globalSequence),
          ascending((proposal) => proposal.proposer),
          ascending((proposal) => proposal.name),
        ),
      ),
      query,
    );
  }

  async voters(query: VoterQuery): Promise<Page<VoterRecord>> {
    const found = [...this.history.state.voters.values()].filter(
      (voter) =>
        query.producers.every((producer) => voter.producers.includes(producer)) &&
        isEqual(query.isProxy, voter.isProxy),
    );
    return pageOf(
      found.sort(
        byAll(
          descending((voter) => voter.lastVoteWeight),
          ascending((voter) => voter.owner),
        ),
      ),
      query,
    );
  }

  async schedule(query: ScheduleQuery): Promise<ScheduleRecord | undefined> {
    return this.history.state.schedules
      .filter(
        ({ kind, version, producers, blockNum, timeMs }) =>
          kind === query.kind &&
          isEqual(query.version, version) &&
          (query.producer === undefined || producers.some(({ name }) => name === query.producer)) &&
          (query.key === undefined ||
            producers.some(({ keys }) => keys.some(({ key }) => equalBytes(key, query.key ?? key)))) &&
          isInRange(query.range ?? {}, { num: blockNum, timeMs }, 0n),
      )
      .sort(
        byAll(
          descending(({ blockNum }) => blockNum),
          descending(({ version }) => version),
        ),
      )[0];
  }

  async missedBlocks(query: MissedBlocksQuery): Promise<MissedBlocks> {
    const found = this.history.state.missed
      .filter(
        (event) =>
          isEqual(query.producer, event.producer) &&
          event.size >= (query.minBlocks ?? 0) &&
          isInRange(query.range ?? {}, { num: event.blockNum, timeMs: event.timeMs }, 0n),
      )
      .sort(
        byAll(
          descending(({ blockNum }) => blockNum),
          descending(({ timeMs }) => timeMs),
        ),
      );
    const byProducer = new Map<Name, number>();
    for (const { producer, size } of found) byProducer.set(producer, (byProducer.get(producer) ?? 0) + size);
    return { events: found.slice(0, query.limit), byProducer };
  }

  async createdAccounts(creator: Name, page: PageQuery): Promise<Page<CreatedAccountRecord>> {
    const found = [...this.history.state.created.values()].filter((entry) => entry.creator === creator);
    return pageOf(found.sort(descending((entry) => entry.globalSequence)), page);
  }

  async creation(account: Name): Promise<CreatedAccountRecord | undefined> {
    return this.history.state.created.get(account);
  }

  async abi({ contract, atSequence, atBlock }: AbiQuery): Promise<AbiRecord | undefined> {
    return this.history.state.abis
      .filter(
        ({ account, globalSequence, blockNum }) =>
          account === contract &&
          (atSequence === undefined || globalSequence < atSequence) &&
          (atBlock === undefined || blockNum <= atBlock),
      )
      .sort(descending(({ globalSequence }) => globalSequence))[0];
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }

  private kept(): BlockWrites[] {
    return this.history.blocks.filter(({ block }) => block.num >= this.history.prunedBefore);
  }

  private sortedPermissions(isWanted: (permission: PermissionRecord) => boolean): PermissionRecord[] {
    return [...this.history.state.permissions.values()].filter(isWanted).sort(
      byAll(
        ascending(({ owner }) => owner),
        ascending(({ name }) => name),
      ),
    );
  }
}

const isEqual = <T>(wanted: T | undefined, value: T): boolean => wanted === undefined || wanted === value;

const contains = (
  levels: readonly { actor: Name; permission: Name }[],
  wanted: { readonly actor: Name; readonly permission?: Name } | undefined,
): boolean =>
  wanted === undefined ||
  levels.some(({ actor, permission }) => actor === wanted.actor && isEqual(wanted.permission, permission));

const blockRef = ({ num, id, timeMs, producer }: BlockHeader): BlockRef => ({ num, id, timeMs, producer });

function transactionRecord({ block, transactions }: BlockWrites, index: number): TransactionRecord {
  const transaction = transactions[index];
  if (transaction === undefined) throw new Error(`block ${block.num} has no transaction ${index}`);
  return { ...transaction, block: blockRef(block), index };
}

const transactionActions = (writes: BlockWrites, index: number): TransactionActions => ({
  ...transactionRecord(writes, index),
  actions: writes.actions
    .filter((action) => action.transaction === index)
    .map((action) => actionRecord(writes, action)),
});

function actionRecord(writes: BlockWrites, action: BlockWrites['actions'][number]): ActionRecord {
  return {
    globalSequence: action.globalSequence,
    actionOrdinal: action.actionOrdinal,
    creatorActionOrdinal: action.creatorActionOrdinal,
    account: action.account,
    name: action.name,
    authorization: action.authorization,
    data: action.data,
    receipts: action.receipts,
    ramDeltas: action.ramDeltas,
    returnValue: action.returnValue,
    transaction: transactionRecord(writes, action.transaction),
  };
}

interface ListQuery extends PageQuery {
  readonly order: 'asc' | 'desc';
  readonly countUpTo: number;
  readonly range?: HistoryRange;
}

/** `found` is in ascending order. */
function ordered<T>(found: T[], query: ListQuery): Page<T> {
  const inOrder = query.order === 'asc' ? found : found.reverse();
  return {
    items: inOrder.slice(query.skip, query.skip + query.limit),
    total: limitedTotal(found.length, query.countUpTo),
  };
}
