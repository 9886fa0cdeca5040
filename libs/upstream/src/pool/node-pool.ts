import type { NodeCapability, NodeConfig } from '@app/networks/node-config';
import { NodeFailure } from '../node/errors';
import type { ChainInfo } from '../node/info';
import type { NodeRequest } from '../node/node-request';
import type { UpstreamNode } from '../node/upstream-node';
import { followsChain, isOutOfUse } from './comparable';
import { fittestFirst } from './fittest-first';
import { checkFork } from './fork-check';
import { checkLink } from './link-check';
import { type AttemptOptions, measured } from './measured';
import { type ChainPosition, NetworkState } from './network-state';
import type { NodeHealth } from './node-health';
import { type NodeStatus, statusOf } from './node-status';
import { PoolMembers } from './pool-members';
import type { PoolOptions } from './pool-options';
import { PoolPolls } from './pool-polls';
import type { ConsistentNodes } from './consistent-nodes';
import { PoolRequests } from './pool-requests';
import type { Reach } from './reach';
import { servedHead } from './served-head';

/**
 * The nodes of one network. A request goes to the fit node that would answer first; to another one when that fails,
 * and to another one beside it when it is late. Nodes on another chain or fork, or behind, are never asked.
 */
export class NodePool {
  readonly #members: PoolMembers;
  readonly #polls: PoolPolls;
  readonly #state: NetworkState;
  readonly #requests: PoolRequests;

  constructor(
    readonly network: string,
    nodes: readonly UpstreamNode[],
    options: PoolOptions,
  ) {
    this.#members = new PoolMembers(nodes, options);
    this.#state = new NetworkState(network, this.#healths, options);
    this.#polls = new PoolPolls(this.#healths, {
      ...options,
      maxInfoAgeMs: options.limits.maxInfoAgeMs,
      onAnswer: (health, info) => checkLink(health, info, this.#state),
      onPolled: async (health) => {
        // It left meanwhile: its word counts for nothing.
        if (!this.#healths.includes(health)) return;
        this.#state.recordPoll(health);
        await checkFork(health, this.#state);
      },
    });
    this.#requests = new PoolRequests(network, this.#healths, this.#state, this.#polls, options);
  }

  /** The chain's id; undefined until a first node answered where none is configured. */
  get chainId(): string | undefined {
    return this.#state.chainId;
  }

  position(): ChainPosition {
    return this.#state.position;
  }

  /** Time of the agreed head by the chain's own time, in milliseconds since the epoch; 0 while none is known. */
  get headTimeMs(): number {
    return this.#state.headTimeMs;
  }

  /** Whether a node answers this replica, and others where none does. As of the last poll. */
  get reach(): Reach {
    return this.#state.reach;
  }

  /** The highest head that a client may have seen; 0 when none lately. */
  get shownHead(): number {
    return this.#state.shownHead;
  }

  /** Whether other replicas may show heads that this one does not know yet. */
  get sharesHeads(): boolean {
    return this.#state.sharesHeads;
  }

  /** A head that was kept is about to be seen: false when a client has seen a higher one. Never rejects. */
  showHead(head: number): Promise<boolean> {
    return this.#state.showHead(head);
  }

  /** All nodes, the fittest first. */
  nodes(): readonly UpstreamNode[] {
    return fittestFirst(this.#healths);
  }

  /** Whether one node is configured that may serve the chain. */
  get hasOneNode(): boolean {
    return this.#healths.filter(({ abilities }) => abilities.has('chain') !== false).length === 1;
  }

  /** The nodes that take pushes, the fittest first: a history node knows transactions, and executes none. */
  chainNodes(): readonly UpstreamNode[] {
    return this.nodes().filter((node) => this.isOfChain(node) && this.#members.of(node)?.isCordoned !== true);
  }

  /** False for a node that is known not to serve the routes of the chain. */
  isOfChain(node: UpstreamNode): boolean {
    return this.#members.of(node)?.abilities.has('chain') !== false;
  }

  /**
   * The nodes in service that have a capability, the fittest first, once the first probes of those for which it is not
   * configured have ended.
   */
  async nodesWith(capability: NodeCapability, request: NodeRequest): Promise<UpstreamNode[]> {
    this.use();
    await this.#polls.whenReady({ ...request, capability }, this.deadlineMs(request));
    return this.nodes().filter(
      (node) => this.isInService(node) && this.#members.of(node)?.abilities.has(capability) === true,
    );
  }

  /** Whether every node is known not to have a capability. Asks no node. */
  lacks(capability: NodeCapability): boolean {
    return this.#healths.every(({ abilities }) => abilities.has(capability) === false);
  }

  /** False for a node that is cordoned, or rests as a liar. */
  isInService(node: UpstreamNode): boolean {
    const health = this.#members.of(node);
    return health !== undefined && !health.isCordoned && !health.liarRest.isCoolingDown;
  }

  /** Whether a node serves nothing: its answers are old, of another chain or fork, or not those of the others; or it left. */
  isUnfit(node: UpstreamNode): boolean {
    return (this.#members.of(node)?.fitness.kind ?? 'unfit') === 'unfit';
  }

  /** Whether a node serves reads, or would if others did not come first. A node of an index alone does too. */
  isUsable(node: UpstreamNode): boolean {
    const judged = this.#members.of(node)?.judged.kind ?? 'unfit';
    return judged !== 'unfit' && judged !== 'suspect' && !this.isUnfit(node);
  }

  /** Whether a node follows the chain, as far as is known: false for one that failed at its last poll, or rests as a liar. */
  isFollowing(node: UpstreamNode): boolean {
    const health = this.#members.of(node);
    return health !== undefined && followsChain(health);
  }

  /** Whether a node may lack blocks that other nodes have, lost ones too: a transaction it does not know may be in one. */
  isBehind(node: UpstreamNode): boolean {
    const health = this.#members.of(node);
    return health === undefined || health.fitness.kind === 'unfit' || this.#state.mayLackBlocks(health);
  }

  status(): NodeStatus[] {
    return this.#healths.map(statusOf);
  }

  /** Polls every node now. Never throws for errors of nodes. */
  refresh(): Promise<void> {
    return this.#polls.pollAll();
  }

  /**
   * Runs a request at one node, at the next one when it fails with NodeFailure or AnswerTooLargeError, beside it when it
   * is late.
   * @throws see PoolRequests.run
   */
  run<T>(request: NodeRequest, ask: (node: UpstreamNode, signal: AbortSignal) => Promise<T>): Promise<T> {
    this.use();
    return this.#requests.run(request, ask);
  }

  /** A node whose answers may be compared with those of others; undefined where no further one follows the chain. */
  comparable(nodes: readonly UpstreamNode[]): UpstreamNode | undefined {
    return this.#requests.comparable(this.#members.healthsOf(nodes))?.node;
  }

  /** See PoolRequests.runBeside. */
  runBeside<T>(
    request: NodeRequest,
    nodes: readonly UpstreamNode[],
    ask: (node: UpstreamNode, signal: AbortSignal) => Promise<T>,
    deadlineMs: number,
  ): Promise<T | undefined> {
    return this.#requests.runBeside(request, this.#members.healthsOf(nodes), ask, deadlineMs);
  }

  /** See PoolRequests.waitForTwo. */
  waitForTwo(request: NodeRequest): Promise<void> {
    this.use();
    return this.#requests.waitForTwo(request);
  }

  /** See PoolRequests.noteReached. */
  noteReached(): () => Promise<boolean> {
    return this.#requests.noteReached();
  }

  /** Whether every node besides these is known to be out of use: what they say can be compared with nothing else. */
  areOnlyOnesInUse(nodes: readonly UpstreamNode[]): boolean {
    return this.#healths.every((health) => nodes.includes(health.node) || isOutOfUse(health));
  }

  /** Milliseconds after which a request is late, by how long those of its class take. */
  lateAfterMs(request: NodeRequest): number {
    return this.#requests.lateAfterMs(request);
  }

  /** Milliseconds that a request may take. */
  deadlineMs({ call }: NodeRequest): number {
    return this.#requests.deadlineMs(call);
  }

  /** An operator takes nodes out of service, all others into it. Requests that they are answering end. */
  cordon(labels: ReadonlySet<string>): void {
    if (this.#members.cordon(labels)) this.#state.judge();
  }

  /**
   * Takes over a configuration of the nodes. Requests to those that leave end; those that come are polled before they are
   * asked.
   * @returns the nodes that left
   */
  replaceNodes(
    configs: readonly NodeConfig[],
    connect: (config: NodeConfig) => UpstreamNode,
  ): UpstreamNode[] {
    const left = this.#members.replace(configs, connect);
    this.#polls.follow(this.#healths);
    this.#state.forget(left);
    return left;
  }

  /**
   * Two other nodes contradict what a node said: it serves nothing for a while, longer each time.
   * @param difference what it said otherwise, in words
   */
  rest(label: string, difference: string): void {
    this.#healths.find(({ node }) => node.label === label)?.liarRest.begin(difference);
    this.#state.judge();
  }

  /**
   * Runs a request at one node, which must be on the network's chain.
   * @throws NodeFailure when it is not, or cannot be asked; the errors of `ask`
   */
  async runAt<T>(node: UpstreamNode, ask: () => Promise<T>, how: AttemptOptions = {}): Promise<T> {
    this.use();
    const health = this.#memberOf(node);
    await this.#requests.verify(health);
    return measured(health, ask, how);
  }

  close(): void {
    this.#polls.stop();
  }

  /** A node asks for a pause. */
  recordBusy(node: UpstreamNode, retryAfter: string | undefined): void {
    this.#members.of(node)?.recordBusy(retryAfter);
  }

  /** Polls run only while the pool is used: by requests, and by streams that are open. */
  use(): void {
    this.#polls.use();
  }

  /**
   * A node's answer to get_info, before a client sees it: false when its head is below one that was shown before, by
   * this pool or by another replica.
   * @param elapsedMs since it was asked
   * @throws NodeFailure when the node is on another chain
   */
  async showInfo(node: UpstreamNode, info: ChainInfo, elapsedMs: number): Promise<boolean> {
    const health = this.#memberOf(node);
    return this.#state.showInfo(health, info, elapsedMs);
  }

  get #healths(): readonly NodeHealth[] {
    return this.#members.healths;
  }

  /** @throws NodeFailure for a node that left */
  #memberOf(node: UpstreamNode): NodeHealth {
    const health = this.#members.of(node);
    if (health !== undefined) return health;
    throw new NodeFailure(node.label, 'was taken out of the configuration', { mayHaveArrived: false });
  }

  /** See served-head.ts; 0 for a node that reported nothing. */
  servedHead(node: UpstreamNode, capability: NodeCapability): number {
    return servedHead(this.#members.of(node), capability);
  }

  get consistency(): ConsistentNodes {
    return this.#requests.consistency;
  }
}
