import type { NetworkConfig } from '@app/networks';
import {
  type Clock,
  managementJson,
  type ManagementPages,
  type Metrics,
  type ReadinessRegistry,
  type Settings,
} from '@app/operations';
import type { Chains, ComparisonStatus, NodeStatus } from '@app/upstream';
import type { NetworkReload } from '../reload/network-reload';
import { configurationInfo } from '../reload/reload-state';
import { buildOf } from './build';

/** One node in /info: its label and how the pool judges it; its URL is shown nowhere. */
const nodeInfo = ({ node, fitness: { kind, why }, ...status }: NodeStatus) => ({
  node,
  state: kind,
  ...(why === '' ? {} : { reason: why }),
  head_block_num: status.headBlock,
  circuit: status.circuit,
  capabilities: status.capabilities,
  ...(status.isBackup ? { backup: true } : {}),
  ...(status.isCordoned ? { cordoned: true } : {}),
});

/** The comparisons of the nodes of a network in /info: counts by node, and the last disagreements with their evidence. */
const comparisonInfo = ({ mode, nodes, disagreements }: ComparisonStatus) => ({
  verify: mode,
  compared: [...nodes].map(([node, counts]) => ({ node, ...counts })),
  disagreements: disagreements.map(({ atMs, route, asked, headBlock, headId, member, answers }) => ({
    at: new Date(atMs).toISOString(),
    route,
    asked,
    member,
    head_block_num: headBlock ?? null,
    head_block_id: headId ?? null,
    answers: answers.map(({ node, hash, isOutvoted }) => ({ node, sha256: hash, outvoted: isOutvoted })),
  })),
});

interface Subjects {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly readiness: ReadinessRegistry;
  readonly chains: Chains<NetworkConfig>;
  readonly reload: NetworkReload;
}

/** Metrics, liveness, readiness and build info. The process counts as started now. */
export function managementPages({ metrics, readiness, ...subjects }: Subjects): ManagementPages {
  const { settings, clock } = subjects;
  const build = buildOf(settings);
  metrics.buildInfo.set({ version: build.version, commit: build.commit ?? '', node: build.node }, 1);
  const startedAt = clock.now();
  const startedMs = clock.monotonicMs();
  return {
    '/metrics': async () => ({
      status: 200,
      type: metrics.registry.contentType,
      body: await metrics.registry.metrics(),
    }),
    // Looks at the process alone: whatever else is broken, a restart would not mend it.
    '/livez': () => managementJson(200, { ok: true }),
    '/readyz': () => {
      const state = readiness.state();
      return managementJson(state.ready ? 200 : 503, state);
    },
    '/info': () =>
      managementJson(200, {
        ...build,
        environment: settings.nodeEnv,
        ...networksInfo(subjects),
        started_at: new Date(startedAt).toISOString(),
        uptime_seconds: Math.floor((clock.monotonicMs() - startedMs) / 1000),
      }),
  };
}

const networksInfo = ({ chains, reload }: Pick<Subjects, 'chains' | 'reload'>): object => ({
  configuration: configurationInfo(reload.state),
  networks: chains.networks.all().map(({ name, realFunds }) => ({
    name,
    real_funds: realFunds,
    nodes: chains.of(name).nodeStatus().map(nodeInfo),
    comparisons: comparisonInfo(chains.of(name).comparisons()),
  })),
});
