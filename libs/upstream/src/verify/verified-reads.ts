import type { VerifyMode } from '@app/networks';
import type { Verification } from '@app/operations';
import type { NodeRequest } from '../node/node-request';
import type { UpstreamNode } from '../node/upstream-node';
import type { NodeAnswer, NodeCaller, ServedJson } from '../pool/node-caller';
import type { Comparisons } from './comparisons';
import { differenceText, NodesDisagreeError } from './disagreement';
import { type Evidence, evidenceOf } from './evidence';
import { answerFrom, areSame, type Decoders, routeOf, saidOf, settle, type Settled } from './statements';

/** A node's JSON, and by how many nodes it was compared. */
export interface VerifiedJson extends ServedJson {
  readonly verification: Verification;
}

/** Reads JSON of the nodes of a network; without verification where it was not compared. */
export type ReadNodes = (request: NodeRequest) => Promise<ServedJson & Partial<VerifiedJson>>;

/** Only one of two nodes could answer. */
const UNCONFIRMED: Verification = { agreeing: 1, asked: 2 };
const CONFIRMED: Verification = { agreeing: 2, asked: 2 };

/** Reads that two nodes have to answer alike. */
export class VerifiedReads {
  constructor(
    readonly caller: NodeCaller,
    private readonly mode: VerifyMode,
    readonly decoders: Decoders,
    readonly comparisons: Comparisons,
  ) {}

  /** Whether ABIs, and reads that money follows, are compared before they are used. */
  get hasQuorum(): boolean {
    return this.mode === 'quorum';
  }

  /** Whether the answer to a read is compared where money follows it. */
  verifies(request: NodeRequest): boolean {
    return this.hasQuorum && this.decoders.has(routeOf(request));
  }

  /**
   * An answer that two nodes give, or the only one that can be had. Of nodes that differ at the same head two of three
   * are believed, and the third one rests.
   * @throws NodesDisagreeError when no majority is found; what NodeCaller.readJson throws
   */
  async read(request: NodeRequest): Promise<VerifiedJson> {
    const [first, second] = await this.#ask(request);
    if (second === undefined) return verified(first, UNCONFIRMED);
    if (areSameBytes(first, second)) return this.#confirmed(first, second);
    const one = saidOf(this.decoders, request, first);
    const other = saidOf(this.decoders, request, second);
    if (one === undefined || other === undefined)
      return verified((one ?? other)?.answer ?? first, UNCONFIRMED);
    if (areSame(one, other)) return this.#confirmed(first, second);
    const settled = await settle(this, request, [first.node, second.node]);
    const { verdict, statements } = settled;
    const evidence = evidenceOf(this.caller.network, request, [one, other], settled);
    this.#record(settled, evidence);
    if (verdict.kind !== 'agreed') throw new NodesDisagreeError(evidence);
    return verified(verdict.said.answer, { agreeing: verdict.agreeing, asked: statements.length });
  }

  #confirmed(first: NodeAnswer, second: NodeAnswer): VerifiedJson {
    for (const { node } of [first, second]) this.comparisons.record(node.label, 'agreed');
    return verified(first, CONFIRMED);
  }

  /** Nodes that two others contradict rest. A difference at one head is evidence, one at different heads is none. */
  #record({ verdict, statements, unable }: Settled, evidence: Evidence): void {
    for (const node of unable) this.comparisons.record(node, 'unavailable');
    if (verdict.kind === 'open') return;
    const outvoted = verdict.kind === 'agreed' ? verdict.outvoted : statements;
    for (const { node, said } of statements) {
      const hasDiffered = outvoted.some((statement) => statement.node === node);
      if (hasDiffered) this.comparisons.record(node, 'differed');
      else if (verdict.kind === 'agreed' && areSame(said, verdict.said))
        this.comparisons.record(node, 'agreed');
    }
    if (outvoted.length === 0) return;
    this.comparisons.report(evidence);
    if (verdict.kind !== 'agreed') return;
    for (const { node } of outvoted) this.caller.pool.rest(node, differenceText(evidence));
  }

  /**
   * The answers of two nodes that are asked at the same time; the second one undefined where no other node answers within
   * the deadline of the call.
   */
  async #ask(request: NodeRequest): Promise<readonly [NodeAnswer, NodeAnswer | undefined]> {
    const tried: UpstreamNode[] = [];
    const askBeside = (first: UpstreamNode): Promise<NodeAnswer | undefined> | undefined => {
      const node = this.caller.pool.otherThan([first, ...tried]);
      if (node === undefined) return undefined;
      tried.push(node);
      return answerFrom(this.caller, node, request);
    };
    let beside: Promise<NodeAnswer | undefined> | undefined;
    const first = await this.caller.answer(request, (node) => {
      beside ??= askBeside(node);
    });
    // It may have failed, or be the node that answered first, in place of another one that was late.
    for (let next = beside; next !== undefined; next = askBeside(first.node)) {
      const second = await next;
      if (second !== undefined && second.node !== first.node) return [first, second];
    }
    return [first, undefined];
  }
}

/** @throws NodeAnswerError for a refusal */
function verified({ reply, outcome }: NodeAnswer, verification: Verification): VerifiedJson {
  if ('refusal' in outcome) throw outcome.refusal;
  return { json: outcome.json, bytes: reply.bytes.length, verification };
}

const areSameBytes = ({ reply: one }: NodeAnswer, { reply: other }: NodeAnswer): boolean =>
  one.status === other.status && one.bytes.equals(other.bytes);
