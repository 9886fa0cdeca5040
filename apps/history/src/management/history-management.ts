import { type Logger, managementJson, ManagementPort, ReadinessRegistry } from '@app/operations';
import type { HistoryChanges } from '../serving/history-changes';
import type { HistoryRole } from '../settings.schema';
import { chainReadiness, storeReadiness, writerReadiness } from './chain-readiness';
import { collectDisk } from './disk-metrics';
import type { HistoryMetrics } from './history-metrics';

interface ManagementParts {
  readonly chains: readonly string[];
  readonly role: HistoryRole;
  readonly changes: Pick<HistoryChanges, 'status' | 'subscribe'>;
  /** The answer of /v2/health of a chain. */
  readonly healthOf: (chain: string) => Promise<object>;
  readonly logger: Logger;
  readonly version: string;
  /** Folder of the SQLite files; undefined: the history is in databases. */
  readonly folder: string | undefined;
  /** Address that it listens on; clients may use it as a name. */
  readonly host: string;
  /** Other names, in lower case, that clients may use for it. */
  readonly allowedHosts: readonly string[];
  readonly metrics: HistoryMetrics;
}

const READINESS = { all: chainReadiness, index: writerReadiness, serve: storeReadiness } as const;
const OK = 200;
const UNAVAILABLE = 503;

/** The management port of the history node: /metrics, /livez, /readyz, /health and /info. */
export function historyManagement({
  chains,
  role,
  changes,
  healthOf,
  logger,
  version,
  folder,
  host,
  allowedHosts,
  metrics,
}: ManagementParts): ManagementPort {
  if (folder !== undefined) collectDisk(metrics.registry, folder);
  metrics.setBuild({ version, role, node: process.version });
  const readiness = new ReadinessRegistry();
  for (const chain of chains) {
    metrics.watch(chain, () => changes.status(chain));
    readiness.watch(`chain:${chain}`, () => READINESS[role](changes.status(chain)));
    changes.subscribe(chain, {
      committed: () => metrics.commits.inc({ chain }),
      undone: () => metrics.undos.inc({ chain }),
      moved: (firstHotBlock, movedRows) => metrics.moved(chain, firstHotBlock, movedRows),
    });
  }
  return new ManagementPort({
    logger,
    allowedHosts: [host.toLowerCase(), ...allowedHosts],
    allowedHostsAdvice: 'HISTORY_MANAGEMENT_ALLOWED_HOSTS lists the names that are',
    pages: {
      '/metrics': async () => ({
        status: OK,
        type: metrics.registry.contentType,
        body: await metrics.text(),
      }),
      '/livez': () => managementJson(OK, { ok: true }),
      '/readyz': () => {
        const state = readiness.state();
        return managementJson(state.ready ? OK : UNAVAILABLE, state);
      },
      '/health': async () => {
        const documents = await Promise.all(
          chains.map(async (chain) => [chain, await healthOf(chain)] as const),
        );
        return managementJson(OK, Object.fromEntries(documents));
      },
      '/info': () => managementJson(OK, { name: 'history', version, role, node: process.version, chains }),
    },
  });
}
