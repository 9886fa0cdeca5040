import { NODE_CAPABILITIES } from '@app/networks/node-config';
import type { Clock } from '@app/operations/core';
import type { ChainMetrics } from '../node/chain-metrics';
import type { NodeHealth } from './node-health';
import { usableNodes } from './usable-nodes';

const MS_PER_SECOND = 1_000;

interface Reported {
  readonly clock: Clock;
  readonly metrics?: ChainMetrics | undefined;
  readonly limits: { readonly maxIndexBlocksBehind: number };
}

/** Removes what the metrics state of nodes that left, and the capabilities that only they had. */
export function forgetNodes(
  network: string,
  labels: readonly string[],
  metrics: ChainMetrics | undefined,
): void {
  if (metrics === undefined) return;
  for (const node of labels) {
    for (const metric of [
      ...[metrics.nodeCordoned, metrics.nodeFit, metrics.nodeCircuitOpen, metrics.upstreamSeconds],
      ...[metrics.nodeHeadAge, metrics.nodeHeadBlock, metrics.nodeIrreversibleBlock],
    ])
      metric.remove({ network, node });
    for (const result of ['agreed', 'differed', 'unavailable'])
      metrics.nodeComparisons.remove({ network, node, result });
  }
  if (labels.length > 0) void forgetRequests(network, new Set(labels), metrics);
  for (const capability of NODE_CAPABILITIES) metrics.usableNodes.remove({ network, capability });
}

async function forgetRequests(
  network: string,
  left: ReadonlySet<unknown>,
  metrics: ChainMetrics,
): Promise<void> {
  const { values } = await metrics.upstreamRequests.get();
  for (const { labels } of values)
    if (labels.network === network && left.has(labels.node)) metrics.upstreamRequests.remove(labels);
}

/** States in the metrics what is known of each node of a network. */
export function reportNodes(
  network: string,
  healths: readonly NodeHealth[],
  { clock, metrics, limits }: Reported,
): void {
  if (metrics === undefined) return;
  for (const { node, judged, breaker, info, isCordoned, liarRest } of healths) {
    const labels = { network, node: node.label };
    metrics.nodeCordoned.set(labels, isCordoned ? 1 : 0);
    if (isCordoned) metrics.nodeFit.remove(labels);
    else metrics.nodeFit.set(labels, judged.kind === 'fit' && !liarRest.isCoolingDown ? 1 : 0);
    metrics.nodeCircuitOpen.set(labels, breaker.state === 'closed' ? 0 : 1);
    if (info === undefined) continue;
    metrics.nodeHeadAge.set(labels, Math.max(0, clock.now() - info.headBlockTimeMs) / MS_PER_SECOND);
    metrics.nodeHeadBlock.set(labels, info.headBlockNum);
    metrics.nodeIrreversibleBlock.set(labels, info.lastIrreversibleBlockNum);
  }
  for (const [capability, count] of usableNodes(healths, limits.maxIndexBlocksBehind))
    metrics.usableNodes.set({ network, capability }, count);
}
