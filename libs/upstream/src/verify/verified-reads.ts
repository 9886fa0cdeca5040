import type { VerifyMode } from '@app/networks/node-config';
import type { Verification, VerifiedCall } from '@app/operations/core';
import type { NodeRequest } from '../node/node-request';
import type { UpstreamNode } from '../node/upstream-node';
import type { NodeAnswer, NodeCaller, ServedJson } from '../pool/node-caller';
import type { ComparisonStatus } from './comparisons';
import type { Differences } from './differences';
import { NodesDisagreeError, UnconfirmedAnswerError } from './disagreement';
import { cutAt, withLimit } from './pages';
import { areSame, type Decoders, routeOf, saidOf } from './statements';

/** A node's JSON, and by how many nodes it was compared. */
export interface VerifiedJson extends ServedJson {
  readonly verification: Verification;
}

/** Reads JSON of the nodes of a network; without verification where it was not compared. */
export type ReadNodes = (request: NodeRequest) => Promise<ServedJson & Partial<VerifiedJson>>;

/** Only one of two nodes could answer. */
const UNCONFIRMED: Verification = { agreeing: 1, asked: 2 };
const CONFIRMED: Verification = { agreeing: 2, asked: 2 };
/** Times that a page is read again with fewer rows, as a node cut it short. */
const MAX_CUTS = 3;

/** Reads that two nodes have to answer alike. */
export class VerifiedReads {
  constructor(
    private readonly differences: Differences,
    private mode: VerifyMode,
  ) {}

  /** Takes over the mode and the labels of the nodes of a configuration. */
  configure(mode: VerifyMode, nodes: readonly string[]): void {
    this.mode = mode;
    this.differences.comparisons.configure({ mode, nodes });
  }

  /** Whether a part of the reads is compared afterwards. */
  get hasSamples(): boolean {
    return this.mode !== 'off';
  }

  /** Comparisons of the nodes, for operators. */
  get status(): ComparisonStatus {
    return this.differences.comparisons.status;
  }

  /** Whether ABIs, and reads that money follows, are compared before they are used. */
  get hasQuorum(): boolean {
    return this.mode === 'quorum';
  }

  /** Whether the answer to a read is compared in a call whose reads are. @param isNeeded see VerifiedCall */
  verifies(request: NodeRequest, { isNeeded }: Pick<VerifiedCall, 'isNeeded'>): boolean {
    return (this.hasQuorum || isNeeded) && this.#decoders.has(routeOf(request));
  }

  /**
   * An answer that two nodes give, or that of the only node in use. Of nodes that differ at the same head two of three are
   * believed, and the third one rests. A page of rows that one node cut short is read again with as many rows.
   * @throws NodesDisagreeError when no majority is found; UnconfirmedAnswerError when only one of several nodes that are
   *   in use answers; what NodeCaller.readJson throws
   */
  async read(request: NodeRequest, cuts = 0): Promise<VerifiedJson> {
    const answers = await this.#ask(request);
    const [first, second] = answers;
    if (second !== undefined && areSameBytes(first, second)) return this.#confirmed(first, second);
    const [one, other] = answers.flatMap((answer) => saidOf(this.#decoders, request, answer) ?? []);
    // Both refuse, each in its own words, or both are unreadable.
    if (one === undefined && second !== undefined) return verified([first, second], CONFIRMED);
    if (one === undefined || other === undefined) return this.#unconfirmed(request, one?.answer ?? first);
    if (areSame(one, other)) return this.#confirmed(one.answer, other.answer);
    const length = cuts < MAX_CUTS ? cutAt(one.decoded, other.decoded) : undefined;
    const shorter = length === undefined ? undefined : withLimit(request, length);
    if (shorter !== undefined) return this.read(shorter, cuts + 1);
    const { verdict, statements, evidence } = await this.differences.settle(request, one, other);
    if (verdict.kind !== 'agreed') throw new NodesDisagreeError(evidence);
    return verified([verdict.said.answer], { agreeing: verdict.agreeing, asked: statements.length });
  }

  /** The answer of one node while others are in use is not believed: they failed just now, and that one may lie. */
  #unconfirmed(request: NodeRequest, answer: NodeAnswer): VerifiedJson {
    const { network, pool } = this.#caller;
    const others = this.#caller.chainNodes().filter((node) => node !== answer.node);
    for (const { label } of others) this.differences.comparisons.record(label, 'unavailable');
    const { requiredBlock } = pool.consistency;
    if (requiredBlock > 0 && !pool.areOnlyOnesInUse([answer.node]))
      throw pool.consistency.notReached(requiredBlock);
    if (!pool.areOnlyOnesInUse([answer.node])) throw new UnconfirmedAnswerError(network, routeOf(request));
    return verified([answer], UNCONFIRMED);
  }

  get #caller(): NodeCaller {
    return this.differences.caller;
  }

  get #decoders(): Decoders {
    return this.differences.decoders;
  }

  #confirmed(first: NodeAnswer, second: NodeAnswer): VerifiedJson {
    this.differences.recordAgreed(first.node, second.node);
    return verified([first, second], CONFIRMED);
  }

  /**
   * The answers of two nodes that are asked at the same time, and that of a third one where only one of the two can be
   * compared; a single one where no other node answers within the deadline of the call.
   */
  async #ask(request: NodeRequest): Promise<readonly [NodeAnswer, ...NodeAnswer[]]> {
    const { pool } = this.#caller;
    if (pool.consistency.requiredBlock > 0) await pool.waitForTwo(request);
    const isReachedElsewhere = pool.noteReached();
    const endsAtMs = performance.now() + pool.deadlineMs(request);
    const askBeside = (...nodes: readonly UpstreamNode[]): Promise<NodeAnswer | undefined> =>
      this.#caller.answerBeside(request, nodes, Math.max(1, endsAtMs - performance.now()));
    let beside: Promise<NodeAnswer | undefined> | undefined;
    const first = await this.#caller.answer(request, (node) => {
      beside ??= askBeside(node);
    });
    let second = await beside;
    // It may be the node that answered in place of the first one; and one that failed may have failed for a moment.
    if (second === undefined || second.node === first.node) second = await askBeside(first.node);
    // The others that had the block of the call failed.
    if (second === undefined && (await isReachedElsewhere())) second = await askBeside(first.node);
    if (second === undefined) return [first];
    const isComparable = (answer: NodeAnswer): boolean =>
      saidOf(this.#decoders, request, answer) !== undefined;
    if (areSameBytes(first, second) || isComparable(first) === isComparable(second)) return [first, second];
    const third = await askBeside(first.node, second.node);
    return third === undefined ? [first, second] : [first, second, third];
  }
}

/** @param answers that say the same @throws NodeAnswerError for a refusal */
function verified(answers: readonly [NodeAnswer, ...NodeAnswer[]], verification: Verification): VerifiedJson {
  const [{ reply, outcome }] = answers;
  if ('refusal' in outcome) throw outcome.refusal;
  const nodes = answers.map(({ node }) => node.address);
  return { json: outcome.json, bytes: reply.bytes.length, verification, headBlock: reply.headBlock, nodes };
}

const areSameBytes = ({ reply: one }: NodeAnswer, { reply: other }: NodeAnswer): boolean =>
  one.status === other.status && one.bytes.equals(other.bytes);
