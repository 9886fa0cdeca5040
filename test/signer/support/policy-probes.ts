import { readPosition } from '../../../apps/signer/src/chain/own-nodes';
import { assertSealedLayouts } from '../../../apps/signer/src/chain/sealed-layouts';
import { assertInFlight } from '../../../apps/signer/src/ledger/in-flight';
import { decide, SpendingError, SpendingState } from '../../../apps/signer/src/ledger/spending-rules';
import type { Policy } from '../../../apps/signer/src/policy/policy';
import { Refusal } from '../../../apps/signer/src/refusal';
import { judge } from '../../../apps/signer/src/rules/judge';
import { judgeLive } from '../../../apps/signer/src/rules/live-rules';
import { newReceiverReasons } from '../../../apps/signer/src/rules/new-receivers';

/** A call at a time, after what was signed before. */
export interface Probe {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly nowMs: number;
  /** The clock while the frozen heads are read, which the rules see on another day. Default: nowMs. */
  readonly headsReadMs?: number;
  readonly signed: SpendingState;
  /** A stop file that exists. */
  readonly stopFile?: string;
}

/** Answers of a policy to a call. Later ones allow more. */
export const ANSWERS = ['refused', 'a person is asked', 'signed'] as const;
/** Index in ANSWERS. */
export type Answer = 0 | 1 | 2;

/** The answer of the rules of a sender, in its order but for the gateway: nothing is signed. */
export async function answerTo(probe: Probe, policy: Policy): Promise<Answer> {
  const { tool, input, nowMs, headsReadMs = nowMs, signed } = probe;
  const { chain_id, nodes, stop_file, transactions } = policy.file;
  try {
    const judgement = judge(tool, input, policy);
    if (tool !== 'cancel_order' && stop_file !== undefined && stop_file === probe.stopFile) return 0;
    const position = await readPosition(nodes, chain_id, () => headsReadMs);
    const clocks = [nowMs, nowMs];
    const live = await judgeLive(judgement, policy, { clocks, nodes: position.nodes });
    const { units, actions } = judgement;
    const wanted = { request: 'probe', call: 'probe', units, openUnits: live.openUnits };
    const assertBounds = (state: SpendingState): void => {
      live.assertBounds(state);
      if (transactions.concurrent !== undefined) assertInFlight(state, transactions.concurrent, nowMs);
    };
    decide(signed, { ...wanted, assertBounds }, nowMs, policy.caps);
    await assertSealedLayouts(actions, policy, position.nodes);
    const reasons = [...live.reasons, ...newReceiverReasons(judgement.call, policy, () => signed)];
    return judgement.needsApproval || reasons.length > 0 ? 1 : 2;
  } catch (error) {
    if (error instanceof Refusal || error instanceof SpendingError) return 0;
    throw error;
  }
}

/** A state after transactions of these units, which may still be executed until `expiresAt`. */
export function signedBefore(
  units: Readonly<Record<string, string>>,
  {
    count,
    nowMs,
    expiresAt,
    receivers = [],
  }: {
    readonly count: number;
    readonly nowMs: number;
    readonly expiresAt: number;
    readonly receivers?: readonly string[];
  },
): SpendingState {
  const state = new SpendingState();
  for (let index = 0; index < count; index += 1)
    state.apply({
      ...{ type: 'reserve', id: `t${index}`, request: `r${index}`, call: `c${index}`, packed: '' },
      ...{ units, receivers, signed_at: nowMs, expires_at: expiresAt },
    });
  return state;
}
