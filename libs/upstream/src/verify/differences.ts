import type { NodeRequest } from '../node/node-request';
import type { UpstreamNode } from '../node/upstream-node';
import type { NodeCaller } from '../pool/node-caller';
import type { Comparisons } from './comparisons';
import { differenceText } from './disagreement';
import { type Evidence, evidenceOf } from './evidence';
import { areSame, type Decoders, type Said, settle, type Settled } from './statements';

/** A difference that was settled, with its evidence. */
export interface SettledDifference extends Settled {
  readonly evidence: Evidence;
}

/** Settles differences between nodes, and records how each comparison ended for each node. */
export class Differences {
  constructor(
    readonly caller: NodeCaller,
    readonly decoders: Decoders,
    readonly comparisons: Comparisons,
  ) {}

  /** Nodes said the same. */
  recordAgreed(...nodes: readonly UpstreamNode[]): void {
    for (const { label } of nodes) this.comparisons.record(label, 'agreed');
  }

  /** Asks two nodes that differ again, and a third one. A node that two others contradict rests. */
  async settle(request: NodeRequest, one: Said, other: Said): Promise<SettledDifference> {
    const settled = await settle(this, request, [one.answer.node, other.answer.node]);
    const evidence = evidenceOf(this.caller.network, request, [one, other], settled);
    this.#record(settled, evidence);
    return { ...settled, evidence };
  }

  /** A difference at one head is evidence, one at different heads is none. */
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
}
