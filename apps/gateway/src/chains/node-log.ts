import type { LimitedLog } from '@app/operations';
import { differenceText, type Evidence, type NodeChange } from '@app/upstream';

/** A line when a node of a network is judged otherwise than before, with the reason; at most so many a minute per node. */
export function logNodeChange(log: LimitedLog, { network, node, before, now }: NodeChange): void {
  // At the start every node becomes fit: readiness says so.
  if (before.kind === 'unknown' && now.kind === 'fit') return;
  const fields = { network, node, before: before.kind, now: now.kind };
  const kind = `node ${network} ${node}`;
  if (now.kind === 'fit') log.info(kind, { ...fields, was: before.why }, 'the node is fit again');
  else log.warn(kind, { ...fields, reason: now.why }, `the node is ${now.kind}`);
}

/** A line with the evidence when nodes of a network say different things; at most so many a minute per network. */
export function logDisagreement(log: LimitedLog, evidence: Evidence): void {
  const { network, route, asked, headBlock, headId, member, answers } = evidence;
  const fields = { network, route, asked, headBlock, headId, member, answers };
  log.warn(`disagreement ${network}`, fields, `the nodes disagree: ${differenceText(evidence)}`);
}
