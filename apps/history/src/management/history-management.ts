import { type Logger, managementJson, ManagementPort, ReadinessRegistry } from '@app/operations';
import type { Indexer } from '../indexing/indexer';
import { chainReadiness } from './chain-readiness';
import { HistoryMetrics } from './history-metrics';

interface ManagementParts {
  readonly chains: readonly string[];
  readonly indexer: Pick<Indexer, 'status' | 'subscribe'>;
  readonly logger: Logger;
  readonly version: string;
  /** Address that it listens on; clients may use it as a name. */
  readonly host: string;
}

const OK = 200;
const UNAVAILABLE = 503;

/** The management port of the history node: /metrics, /livez, /readyz and /info. */
export function historyManagement({
  chains,
  indexer,
  logger,
  version,
  host,
}: ManagementParts): ManagementPort {
  const metrics = new HistoryMetrics();
  const readiness = new ReadinessRegistry();
  for (const chain of chains) {
    metrics.watch(chain, () => indexer.status(chain));
    readiness.watch(`chain:${chain}`, () => chainReadiness(indexer.status(chain)));
    indexer.subscribe(chain, {
      committed: () => metrics.commits.inc({ chain }),
      undone: () => metrics.undos.inc({ chain }),
    });
  }
  return new ManagementPort({
    logger,
    allowedHosts: [host.toLowerCase()],
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
      '/info': () => managementJson(OK, { name: 'history', version, node: process.version, chains }),
    },
  });
}
