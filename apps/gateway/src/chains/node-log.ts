import type { LimitedLog } from '@app/operations';
import type { NodeChange } from '@app/upstream';

/** A line when a node of a network is judged otherwise than before, with the reason; at most so many a minute per node. */
export function logNodeChange(log: LimitedLog, { network, node, before, now }: NodeChange): void {
  // At the start every node becomes fit: readiness says so.
  if (before.kind === 'unknown' && now.kind === 'fit') return;
  const fields = { network, node, before: before.kind, now: now.kind };
  const kind = `node ${network} ${node}`;
  if (now.kind === 'fit') log.info(kind, { ...fields, was: before.why }, 'the node is fit again');
  else log.warn(kind, { ...fields, reason: now.why }, `the node is ${now.kind}`);
}
