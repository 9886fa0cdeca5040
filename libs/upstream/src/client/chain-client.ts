import { parseAsset, type Asset } from '@app/antelope';
import { VerifiedCall } from '@app/operations/core';
import { AbiCache, type AbiOfAccount } from '../cache/abi-cache';
import { readAccount, type ChainAccount } from './answers/account';
import type { ChainInfo } from '../node/info';
import { rawAbiFrom } from './raw-abi-from';
import type { ComparisonStatus } from '../verify/comparisons';
import type { Sampler } from '../verify/sampler';
import type { VerifiedReads } from '../verify/verified-reads';
import {
  readCurrencyBalance,
  readCurrencyStats,
  readScopes,
  readTableRows,
  type CurrencyStats,
  type ScopePage,
  type TablePage,
} from './answers/tables';
import type { TransactionLocation } from '../push/transaction-answers';
import { orAbsent } from './or-absent';
import type { ChainClientParts } from './chain-client-parts';
import { ChainHeads } from './chain-heads';
import { ChainReads } from './chain-reads';
import { type OfOneHead, readAtOneHead } from './one-head/one-head';
import { HistoryIndex } from './history-index';
import type { ScopesQuery, TableRowsQuery } from './table-queries';
import { type ChainBlock, readBlock } from './answers/block';
import { dryRun, type DryRun } from './dry-run';
import { agreedTraces, type TransactionInBlock } from './executed-traces';
import type { ExecutedTraces } from './answers/executed-traces';
import { NodeAnswerError, UpstreamUnavailableError } from '../node/errors';
import type { IsElsewhere, IsOther, NodeCaller, ServedReply } from '../pool/node-caller';
import type { ChainPosition } from '../pool/network-state';
import type { NodeStatus } from '../pool/node-status';
import { type NodeProbe, probeNodes, probesOf } from '../pool/node-probe';
import { UnreadableAnswerError } from '../node/parse-answer';
import { Pushes } from './pushes';
import { NodeStreams } from '../stream/node-streams';
import { canLookUp } from '../push/lookup-ability';
import { lookUpEverywhere } from '../push/transaction-lookup';
import type { NodeRequest } from '../node/node-request';
import { Writes } from './writes';

const GET_ACCOUNT = '/v1/chain/get_account';

/**
 * One network's chain, typed. Equal reads of the same moment are one request; every read may throw
 * NodeAnswerError (the node refused), UpstreamUnavailableError (no node could answer),
 * UnreadableAnswerError (an answer of a wrong shape) and AnswerTooLargeError.
 */
export class ChainClient {
  readonly #reads: ChainReads;
  readonly #abis: AbiCache;
  readonly #writes: Writes;
  /** Streams of its nodes: bytes that pass through. */
  readonly streams: NodeStreams;
  /** The index of its history nodes. */
  readonly history: HistoryIndex;
  readonly heads: ChainHeads;
  readonly pushes: Pushes;
  readonly recheck: Sampler['recheck'];

  constructor(
    private readonly caller: NodeCaller,
    private readonly verified: VerifiedReads,
    { pusher, recheck, readLifetimeMs, clock, shared }: ChainClientParts,
  ) {
    this.recheck = recheck;
    this.heads = new ChainHeads(caller.pool);
    this.streams = new NodeStreams(caller);
    this.#reads = new ChainReads(caller, verified, this.heads, { readLifetimeMs, clock });
    this.history = new HistoryIndex(caller, this.#reads.cache);
    const readAbi = (request: NodeRequest) =>
      verified.hasQuorum ? verified.read(request) : caller.readJson(request);
    this.#abis = new AbiCache(rawAbiFrom(readAbi), clock, this.heads);
    this.#writes = new Writes(caller.pool, this.#reads.cache, this.#abis, shared);
    this.pushes = new Pushes(pusher, this.#writes);
  }

  get network(): string {
    return this.caller.network;
  }

  /** The configured chain id, or that of the first node that answered; undefined before one did. Asks no node. */
  get knownChainId(): string | undefined {
    return this.caller.chainId;
  }

  /** Whether a configured node has this label. */
  hasNode(label: string): boolean {
    return this.caller.pool.nodes().some((node) => node.label === label);
  }

  /** Whether one node is configured that may serve the chain: what it says can be compared with nothing. */
  get hasOneNode(): boolean {
    return this.caller.pool.hasOneNode;
  }

  info(): Promise<ChainInfo> {
    return this.#reads.info();
  }

  /**
   * Runs code whose reads have to be of one block: see one-head.ts. Reads of the index of a history node are not.
   * @throws what the code throws
   */
  atOneHead<T>(code: () => Promise<T>): Promise<OfOneHead<T>> {
    return readAtOneHead(this.#reads, code);
  }

  /** `undefined` when there is no such account, which is kept as any other answer. */
  account(name: string): Promise<ChainAccount | undefined> {
    const body = JSON.stringify({ account_name: name });
    return this.#reads.load({ method: 'POST', path: GET_ACCOUNT, body, call: 'account' }, async (served) => {
      const answer = await orAbsent(served);
      if (answer === undefined) return { value: undefined, bytes: 0 };
      const value = readAccount(answer.json);
      if (value.name !== name) throw new UnreadableAnswerError(`get_account: it is not ${name}`);
      return { ...answer, value };
    });
  }

  /** The account's ABI, at most a few seconds old, and never older than a setabi that was relayed. */
  abi(account: string): Promise<AbiOfAccount> {
    return this.#abis.abi(account);
  }

  /** A node sent an ABI of the account to a client: see AbiCache. */
  abiSeen(account: string, hash: string | undefined): void {
    this.#abis.seen(account, hash);
  }

  /** Rows as JSON, in the node's format. */
  tableRows(query: TableRowsQuery): Promise<TablePage> {
    return this.#reads.read('/v1/chain/get_table_rows', { json: true, ...query }, 'table', readTableRows);
  }

  tableByScope(query: ScopesQuery): Promise<ScopePage> {
    return this.#reads.read('/v1/chain/get_table_by_scope', { ...query }, 'table', readScopes);
  }

  /** Balance of an account in one token of one contract; `undefined` when it never held any. */
  async currencyBalance(contract: string, account: string, symbol: string): Promise<Asset | undefined> {
    const assets = await this.#balances({ code: contract, account, symbol });
    return assets.find((asset) => asset.symbol === symbol);
  }

  /** Balances of an account in every token of one contract, in one request. */
  currencyBalances(contract: string, account: string): Promise<Asset[]> {
    return this.#balances({ code: contract, account });
  }

  /** `undefined` when the contract keeps no such token. */
  currencyStats(contract: string, symbol: string): Promise<CurrencyStats | undefined> {
    const body = { code: contract, symbol };
    return this.#reads.read('/v1/chain/get_currency_stats', body, 'account', (raw) =>
      readCurrencyStats(symbol, raw),
    );
  }

  /** Runs an unsigned transaction (hex) without applying it. Never throws for errors of nodes. */
  computeTransaction(packedTrx: string): Promise<DryRun> {
    return dryRun(this.caller, packedTrx);
  }

  /**
   * Where a transaction is; `undefined` when no node that could be asked knows it as landed.
   * @throws UpstreamUnavailableError when none could be asked.
   */
  async transactionStatus(id: string): Promise<TransactionLocation | undefined> {
    const { location, isAnswered, failures } = await lookUpEverywhere(this.caller, {
      id,
      headBlock: this.position().headBlock,
    });
    if (!isAnswered) throw new UpstreamUnavailableError(this.network, failures);
    return location;
  }

  /**
   * The traces of a transaction in its block, by the nodes that keep them: compared where two do. Undefined where none
   * has them (yet). @throws NodesDisagreeError
   */
  async executedTraces(
    transaction: TransactionInBlock,
    signal?: AbortSignal,
  ): Promise<ExecutedTraces | undefined> {
    const traces = await agreedTraces(this.caller, transaction, signal);
    if (traces !== undefined && this.verified.hasQuorum) VerifiedCall.current?.record(traces.verification);
    return traces;
  }

  /** A block with its executed transactions; undefined where the nodes do not have it. */
  async block(blockNum: number): Promise<ChainBlock | undefined> {
    try {
      const request = { block_num_or_id: blockNum };
      return await this.#reads.read('/v1/chain/get_block', request, 'history', (raw) =>
        readBlock(raw, blockNum),
      );
    } catch (error) {
      if (error instanceof NodeAnswerError) return undefined;
      throw error;
    }
  }

  /** Whether a node can look transactions up: see lookup-ability.ts. Never throws for errors of nodes. */
  canLookUp(): Promise<boolean | undefined> {
    return canLookUp(this.caller);
  }

  /** Current state of every configured node, uncached. Never throws for errors of nodes. */
  probeNodes(): Promise<NodeProbe[]> {
    return probeNodes(this.caller.pool);
  }

  /** State of every configured node as the pool knows it. Asks no node. */
  knownNodes(): NodeProbe[] {
    return probesOf(this.caller.pool);
  }

  /** Takes the nodes of these labels out of service, and all others into it. */
  cordon(labels: ReadonlySet<string>): void {
    this.caller.pool.cordon(labels);
  }

  /** As `knownNodes`, in all details. */
  nodeStatus(): NodeStatus[] {
    return this.caller.pool.status();
  }

  /** Comparisons of what its nodes say. Asks no node. */
  comparisons(): ComparisonStatus {
    return this.verified.status;
  }

  /** Head and last irreversible block of the network, as of the last poll. Asks no node. */
  position(): ChainPosition {
    return this.caller.pool.position();
  }

  /** Another replica pushed: reads that were kept before may be out of date. */
  pushedElsewhere(setsAbi: boolean): void {
    this.#writes.drop(setsAbi);
  }

  /** Calls `listener` after every push, of other replicas too: reads that were kept before may be out of date. */
  onWrite(listener: () => void): void {
    this.#writes.onWrite(listener);
  }

  /**
   * Bytes through: the node's own status and body, refusals included, uncached. Metrics need a bounded route.
   * @param isElsewhere whether another node may have what one refused
   * @param isOther whether an answer is of something else, so that another node may have what is asked for
   */
  rawRequest(
    request: NodeRequest & { readonly route: string },
    isElsewhere?: IsElsewhere,
    isOther?: IsOther,
  ): Promise<ServedReply> {
    return this.caller.readBytes(request, isElsewhere, isOther);
  }

  #balances(body: Readonly<Record<string, string>>): Promise<Asset[]> {
    return this.#reads.read('/v1/chain/get_currency_balance', body, 'account', (raw) =>
      readCurrencyBalance(raw).map(parseAsset),
    );
  }
}
