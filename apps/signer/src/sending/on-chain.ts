import { type ChainPosition, readPosition } from '../chain/own-nodes';
import { assertSealedLayouts } from '../chain/sealed-layouts';
import type { Policy } from '../policy/policy';
import type { Judgement } from '../rules/judge';
import { judgeLive, type LiveJudgement } from '../rules/live-rules';

/** A call judged by the chain, and where that was. */
export interface OnChain {
  readonly position: ChainPosition;
  /** Of the machine and of the heads of the nodes, milliseconds. */
  readonly clocks: readonly number[];
  readonly live: LiveJudgement;
}

/**
 * Judges a call by the chain, as the nodes of the owner state it. It only reads: given up, it changes nothing.
 * @throws Refusal
 */
export async function judgeOnChain(judgement: Judgement, policy: Policy): Promise<OnChain> {
  const { chain_id, nodes } = policy.file;
  const position = await readPosition(nodes, chain_id, () => Date.now());
  const clocks = [Date.now(), ...position.headTimes];
  // After the heads were read: the tables have at least everything that had expired by then.
  const [live] = await Promise.all([
    judgeLive(judgement, policy, { clocks, nodes: position.nodes }),
    assertSealedLayouts(judgement.actions, policy, position.nodes),
  ]);
  return { position, clocks, live };
}
