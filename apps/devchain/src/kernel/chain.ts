import type { PublicKeyValue, Transaction } from '@app/antelope';
import { AbiCache, type AbiRecord } from './accounts/abi-cache';
import { accountRecord, type AccountRecord } from './accounts/account-record';
import { requiredKeys } from './accounts/authorization';
import { type AuthorizerRecord, authorizerRecords, type AuthorizersQuery } from './accounts/authorizers';
import { createNativeAccounts } from './accounts/native-accounts';
import { BlockChain } from './blocks/block-chain';
import type { BlockChanges } from './blocks/block-changes';
import { BlockProducer } from './blocks/block-producer';
import type { BlockHeaderStateRecord, BlockRecord, BlockSummary } from './blocks/block-record';
import { BlockTimer } from './blocks/block-timer';
import { initialSchedule } from './blocks/initial-schedule';
import type { ProducerScheduleRecord } from './blocks/producer-record';
import { ChainEvents } from './chain-events';
import type { ChainInfo, MemoryRecord } from './chain-info';
import { blockSummary, chainInfo, memoryUse } from './chain-info';
import { type ChainOptions, type ComputeOptions, limitsOf } from './chain-options';
import type { ChainSnapshot } from './chain-snapshot';
import { isExecutionError, type TransactionTrace } from './execution/trace';
import { publicKeyOf } from './keys/keys';
import type { ChainConfig } from './state/chain-config';
import { ChainState } from './state/chain-state';
import { chainIdOf } from './state/genesis-state';
import { PROTOCOL_FEATURES, type ProtocolFeatureRecord } from './state/protocol-features';
import { stateDigest } from './state/state-digest';
import type { StateView } from './state/state-view';
import { type ScopeQuery, type ScopeRecord, scopeRecords } from './store/scopes';
import type { TableView } from './store/table-view';
import type { PackedTransactionInput } from './transactions/packed-transaction';
import { actionData, openTransaction, type ReceivedTransaction } from './transactions/received-transaction';
import { type Outcome, TransactionProcessor } from './transactions/transaction-processor';
import type { TransactionStatusRecord } from './transactions/transaction-status';
import { TransactionStatuses } from './transactions/transaction-statuses';

/**
 * The chain: queries, transactions, block production, and snapshots, in this order. There is one writer and every
 * method is synchronous. Refusals are `ChainError`s.
 */
export class Chain {
  /** 64 hex digits. */
  readonly chainId: string;
  readonly events = new ChainEvents();
  readonly #state: ChainState;
  readonly #blocks: BlockChain;
  readonly #producer: BlockProducer;
  readonly #processor: TransactionProcessor;
  readonly #statuses: TransactionStatuses;
  readonly #timer: BlockTimer;
  readonly #contracts: ReadonlySet<string>;
  readonly #abis = new AbiCache();

  constructor(options: ChainOptions) {
    const { genesis, producerKey, contracts, now } = options;
    const { finalityDepth, maxBlockLogBytes, maxStatuses } = limitsOf(options);
    this.chainId = chainIdOf(genesis);
    this.#state = new ChainState(genesis.config);
    createNativeAccounts(this.#state, genesis);
    // They are part of block 1, not changes of block 2.
    this.#state.accounts.takeTouched();
    this.#blocks = new BlockChain({
      chainId: this.chainId,
      initialTimeMs: genesis.initialTimeMs,
      schedule: initialSchedule(publicKeyOf(producerKey)),
      producerKey,
      additionalProducerKeys: options.additionalProducerKeys,
      finalityDepth,
      maxLogBytes: maxBlockLogBytes,
    });
    this.#producer = new BlockProducer(this.#blocks, this.#state, now);
    const byAccount = new Map(contracts.map((contract) => [contract.account, contract]));
    this.#contracts = new Set(byAccount.keys());
    this.#processor = new TransactionProcessor({
      chainId: this.chainId,
      state: this.#state,
      contracts: byAccount,
    });
    this.#statuses = new TransactionStatuses(maxStatuses);
    this.#timer = new BlockTimer(now, (slot) => {
      const sealed = this.#producer.sealDue(slot);
      if (sealed !== undefined) this.#announce(sealed);
    });
  }

  head(): BlockSummary {
    return blockSummary(this.#blocks.head);
  }

  lastIrreversible(): BlockSummary {
    return blockSummary(this.#blocks.lastIrreversible);
  }

  info(): ChainInfo {
    return chainInfo(this.#blocks, this.#state);
  }

  block(numOrId: number | string): BlockRecord | undefined {
    return this.#blocks.block(numOrId);
  }

  /** Reversible blocks only. */
  headerState(numOrId: number | string): BlockHeaderStateRecord | undefined {
    return this.#blocks.headerState(numOrId);
  }

  account(name: string): AccountRecord | undefined {
    const account = this.#state.accounts.find(name);
    return account && accountRecord(this.#state, account, this.#producer.target().slot);
  }

  accountsByAuthorizers(query: AuthorizersQuery): AuthorizerRecord[] {
    return authorizerRecords(this.#state.accounts, query);
  }

  /** Undefined for an unknown account and for one without ABI. */
  abi(account: string): AbiRecord | undefined {
    const found = this.#state.accounts.find(account);
    return found && this.#abis.of(found);
  }

  /** Undefined while the table has no rows in that scope. */
  table(code: string, scope: bigint, table: string): TableView | undefined {
    return this.#state.tables.find({ code, scope, table });
  }

  /** Scopes of a contract in the order of (scope, table), secondary indexes' own tables included. */
  scopes(query: ScopeQuery): Iterable<ScopeRecord> {
    return scopeRecords(this.#state.tables, query);
  }

  transactionStatus(id: string): TransactionStatusRecord {
    const head = this.head();
    const lastIrreversible = this.lastIrreversible();
    return {
      ...this.#statuses.answer(id, lastIrreversible.num),
      head,
      lastIrreversible,
      earliestTracked: this.#statuses.earliestBlock ?? head,
    };
  }

  /** The active schedule, the pending one, and the one proposed in a block that is not final yet. */
  schedule(): {
    active: ProducerScheduleRecord;
    pending?: ProducerScheduleRecord;
    proposed?: ProducerScheduleRecord;
  } {
    const { now, proposed } = this.#blocks.schedules;
    return { active: now.active, pending: now.pending, proposed };
  }

  /** The consensus parameters in force. */
  config(): ChainConfig {
    return this.#state.config;
  }

  protocolFeatures(): readonly ProtocolFeatureRecord[] {
    return PROTOCOL_FEATURES;
  }

  memory(): MemoryRecord {
    return memoryUse(this.#blocks, this.#state, this.#statuses);
  }

  /** Digest of everything a transaction can change: equal states have equal digests, and only they. */
  stateDigest(): string {
    return stateDigest(this.#state);
  }

  /** The whole state. Read it while no block is open: transactions of an open block have changed it already. */
  stateView(): StateView {
    const { config, accounts, tables, resources } = this.#state;
    const { openProposal: proposal } = this.#blocks.schedules;
    return { config, accounts, tables, resources: resources.save(), contracts: this.#contracts, proposal };
  }

  /**
   * Executes a transaction and adds it to the open block. Throws a `ChainError`: with the trace once execution had begun.
   */
  push(packed: PackedTransactionInput): TransactionTrace {
    const transaction = openTransaction(packed);
    const { id, expirationMs, signatures } = transaction;
    this.#producer.open();
    const { trace, receiptDigests } = this.#executed(transaction);
    this.#producer.add({ packed, signatures, trace, actionDigests: receiptDigests });
    this.#statuses.applied(id, expirationMs);
    this.events.transaction.emit(trace, packed);
    return trace;
  }

  /** Executes and rolls back. A failure of the execution is the `except` of the trace, not thrown. */
  compute(
    packed: PackedTransactionInput,
    { isReadOnly = false, checkSignatures = true }: ComputeOptions = {},
  ): TransactionTrace {
    const transaction = openTransaction(packed);
    const mode = { isReadOnly, mustSatisfy: checkSignatures };
    try {
      return this.#state.undo.simulate(
        () => this.#processor.process(transaction, this.#producer.target(), mode).trace,
      );
    } catch (error) {
      if (isExecutionError(error)) return error.trace;
      throw error;
    }
  }

  requiredKeys(transaction: Transaction, available: readonly PublicKeyValue[]): PublicKeyValue[] {
    return requiredKeys(this.#state, transaction.actions.map(actionData), available);
  }

  /** Opens the next block at this time instead of the clock's, unless one is open. */
  openBlockAt(timeMs: number): void {
    this.#producer.open(this.#blocks.nextSlot(timeMs));
  }

  /** Seals the open block, or an empty one, now. */
  produceBlock(): BlockSummary {
    return this.#announce(this.#producer.seal());
  }

  /** Starts sealing a block at every slot of 500 ms. */
  start(): void {
    this.#timer.start();
  }

  stop(): void {
    this.#timer.stop();
  }

  /** Scheduled producers that are offline and miss their blocks. */
  offlineProducers(): string[] {
    return [...this.#blocks.schedules.offline];
  }

  /**
   * Takes a producer offline, so that its blocks are missed, or online again. To be called between blocks. Returns false
   * and changes nothing when no producer would be online.
   */
  setProducerOnline(producer: string, isOnline: boolean): boolean {
    return this.#blocks.schedules.setOnline(producer, isOnline);
  }

  /**
   * Seals the open block and returns the chain at its head block as plain values. Any chain with the same genesis can
   * restore it, any number of times.
   */
  snapshot(): ChainSnapshot {
    this.produceBlock();
    return {
      chainId: this.chainId,
      state: this.#state.save(),
      blocks: this.#blocks.save(),
      statuses: this.#statuses.save(),
    };
  }

  /** Replaces head and state by those of the snapshot and discards the open block. */
  restore({ chainId, state, blocks, statuses }: ChainSnapshot): void {
    if (chainId !== this.chainId) throw new RangeError('the snapshot is of another chain');
    this.#state.load(state);
    this.#blocks.load(blocks);
    this.#statuses.load(statuses);
    this.#producer.discard();
    this.events.restore.emit(this.head());
  }

  #executed(transaction: ReceivedTransaction): Outcome {
    try {
      return this.#state.undo.transaction(() =>
        this.#processor.process(transaction, this.#producer.target()),
      );
    } catch (error) {
      this.#statuses.failed(transaction.id, transaction.expirationMs);
      throw error;
    }
  }

  #announce(changes: BlockChanges): BlockSummary {
    const { block, traces } = changes;
    const sealed = blockSummary(block);
    this.#statuses.sealed(
      traces.map(({ id }) => id),
      sealed,
    );
    this.events.changes.emit(changes);
    this.events.block.emit(sealed, traces);
    return sealed;
  }
}
