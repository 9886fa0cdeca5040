import { missingBehind } from '../../../../apps/history/src/store/block-ranges';
import { LargeAnswerError } from '../../../../apps/history/src/store/errors';
import { MAX_WHOLE_BYTES } from '../../../../apps/history/src/store/page-bytes';
import { equalBytes, sha256 } from '@app/antelope';
import type { BlockWrites } from '../../../../apps/history/src/derive/block-writes';
import type { Name } from '../../../../apps/history/src/derive/name';
import type { HistoryReader } from '../../../../apps/history/src/store/port';
import type {
  AbiQuery,
  ActionQuery,
  CandleQuery,
  DeltaQuery,
  LinkQuery,
  MissedBlocksQuery,
  PageQuery,
  ProposalQuery,
  RowQuery,
  ScheduleQuery,
} from '../../../../apps/history/src/store/queries';
import type {
  AbiRecord,
  ActionRecord,
  BlockRecord,
  Candles,
  CreatedAccountRecord,
  DeltaRecord,
  LinkRecord,
  MissedBlocks,
  Page,
  PermissionPlace,
  PermissionRecord,
  ProposalRecord,
  RowRecord,
  ScheduleRecord,
  StoreStatus,
  TransactionActions,
} from '../../../../apps/history/src/store/records';
import { knownFromOf } from '../../../../apps/history/src/store/positions';
import type { Question } from '../../../../apps/history/src/store/question';
import { loadingState } from '../../../../apps/history/src/store/records';
import type { StateList } from '../../../../apps/history/src/store/state-list';
import * as blocks from './block-queries';
import { candles } from './candles';
import { LIST_MODELS } from './list-models';
import { MemoryHistory } from './memory-history';
import { QUESTION_MODELS } from './question-models';
import * as state from './state-queries';

/** Answers every query by looking at all blocks. Serves as the model that the other stores are compared with. */
export class MemoryReader implements HistoryReader {
  constructor(private readonly history: MemoryHistory) {}

  async status(): Promise<StoreStatus> {
    const kept = this.#kept();
    const head = kept.at(-1)?.block;
    return {
      chainId: this.history.chainId ?? new Uint8Array(32),
      head: head && blocks.blockRef(head),
      irreversibleNum: this.history.irreversibleNum,
      firstBlockNum: kept[0]?.block.num ?? 0,
      isPruned: kept.length < this.history.blocks.length,
      holes: missingBehind(head?.num, this.history.fillTo),
      actions: kept.reduce((sum, { actions }) => sum + actions.length, 0),
      stateKnownFrom: knownFromOf(this.history.blocks) || undefined,
      loading: loadingState(this.history.load),
    };
  }

  async block(at: number | Uint8Array): Promise<BlockRecord | undefined> {
    const found = this.#kept().find(({ block }) =>
      typeof at === 'number' ? block.num === at : equalBytes(block.id, at),
    );
    return found && { ...found.block, transactionCount: found.transactions.length };
  }

  async blockTransactions(num: number): Promise<TransactionActions[]> {
    const found = blocks.blockTransactions(this.#kept(), num);
    requireFits(found.flatMap(({ actions }) => actions));
    return found;
  }

  async transaction(id: Uint8Array): Promise<TransactionActions | undefined> {
    const found = blocks.transaction(this.#kept(), id);
    requireFits(found?.actions ?? []);
    return found;
  }

  async actions(query: ActionQuery): Promise<Page<ActionRecord>> {
    return blocks.actions(this.#kept(), query, this);
  }

  async deltas(query: DeltaQuery): Promise<Page<DeltaRecord>> {
    return blocks.deltas(this.#kept(), query);
  }

  async rows(query: RowQuery): Promise<RowRecord[]> {
    return state.rows(this.history.state, query);
  }

  async list<Query, Item>({ name }: StateList<Query, Item>, query: Query & PageQuery): Promise<Page<Item>> {
    const model = LIST_MODELS.find((known) => known.name === name);
    if (model === undefined) throw new Error(`list-models.ts has no model of the list ${name}`);
    return model.page(this.history.state, query) as Page<Item>;
  }

  async answer<Query, Answer>({ name }: Question<Query, Answer>, query: Query): Promise<Answer> {
    const model = QUESTION_MODELS.find((known) => known.name === name);
    if (model === undefined) throw new Error(`question-models.ts has no model of the question ${name}`);
    return model.answer(
      { kept: this.#kept(), blocks: this.history.blocks, state: this.history.state },
      query,
    ) as Answer;
  }

  async permissions(owner: Name, most: number): Promise<PermissionRecord[]> {
    return state.permissions(this.history.state, owner).slice(0, most);
  }

  async keyPermissions(key: Uint8Array, page: PageQuery): Promise<Page<PermissionRecord>> {
    return state.keyPermissions(this.history.state, key, page);
  }

  async keyPlaces(key: Uint8Array, page: PageQuery): Promise<Page<PermissionPlace>> {
    return state.keyPlaces(this.history.state, key, page);
  }

  async controlledPermissions(actor: Name, page: PageQuery): Promise<Page<PermissionPlace>> {
    return state.controlledPermissions(this.history.state, actor, page);
  }

  async links(query: LinkQuery): Promise<Page<LinkRecord>> {
    return state.links(this.history.state, query);
  }

  async proposals(query: ProposalQuery): Promise<Page<ProposalRecord>> {
    const page = state.proposals(this.history.state, query);
    const isKept = ({ blockNum }: ProposalRecord): boolean => blockNum >= this.history.prunedBefore;
    return {
      ...page,
      items: page.items.map((each) => (isKept(each) ? each : { ...each, blockId: undefined })),
    };
  }

  async schedule(query: ScheduleQuery): Promise<ScheduleRecord | undefined> {
    return state.schedule(this.history.state, query);
  }

  async areProducersKnown(): Promise<boolean> {
    return this.history.state.areProducersKnown;
  }

  async missedBlocks(query: MissedBlocksQuery): Promise<MissedBlocks> {
    const [first] = this.history.blocks;
    const known = state.missedBlocks(this.history.state, query);
    const { fromBlock = 0, fromTimeMs = 0 } = query.range ?? {};
    const isBehindFirst =
      first !== undefined && (fromBlock > first.block.num || fromTimeMs >= first.block.timeMs);
    if (isBehindFirst || knownFromOf(this.history.blocks) === 0) return known;
    return { ...known, total: { ...known.total, relation: 'gte' } };
  }

  async createdAccounts(creator: Name, page: PageQuery): Promise<Page<CreatedAccountRecord>> {
    return state.createdAccounts(this.history.state, creator, page);
  }

  async creation(account: Name): Promise<CreatedAccountRecord | undefined> {
    return this.history.state.created.get(account);
  }

  async abi(query: AbiQuery): Promise<AbiRecord | undefined> {
    return state.abi(this.history.state, query) ?? this.#nodeAbi(query.contract);
  }

  /** Of all blocks, also those whose history was pruned. */
  async candles(query: CandleQuery): Promise<Candles | undefined> {
    return candles(this.history.blocks, query);
  }

  /** As the SQL stores: see readNodeAbi. */
  #nodeAbi(contract: Name): AbiRecord | undefined {
    const { nodeAbis, blocks: all, state } = this.history;
    const found = nodeAbis.get(contract);
    const isSetSince = (asked: number): boolean =>
      state.abis.some(({ account, blockNum }) => account === contract && blockNum <= asked);
    if (found === undefined || knownFromOf(all) === 0) return undefined;
    if (found.asked > (all.at(-1)?.block.num ?? 0) || isSetSince(found.asked)) return undefined;
    const { abi } = found;
    return { account: contract, globalSequence: 0n, blockNum: knownFromOf(all), hash: sha256(abi), abi };
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }

  #kept(): BlockWrites[] {
    return this.history.blocks.filter(({ block }) => block.num >= this.history.prunedBefore);
  }
}

/** @throws LargeAnswerError */
function requireFits(actions: readonly ActionRecord[]): void {
  const size = actions.reduce((sum, { data }) => sum + data.length, 0);
  if (size > MAX_WHOLE_BYTES)
    throw new LargeAnswerError('the actions have more bytes than an answer may have');
}
