interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } };
}

let known: { readonly limit: number | undefined } | undefined;

/**
 * How many files, sockets among them, this process may have open at once; undefined when there is no limit. Read once:
 * a report takes tens of milliseconds in a process with much memory.
 */
export function openFileLimit(): number | undefined {
  known ??= { limit: reportedLimit() };
  return known.limit;
}

function reportedLimit(): number | undefined {
  const report = process.report as typeof process.report & { excludeNetwork: boolean };
  const { excludeNetwork } = report;
  // Otherwise the report resolves the names of all peers.
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as Report;
  report.excludeNetwork = excludeNetwork;
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}

const MOST_CONNECTIONS = 20_000;
const FEWEST_CONNECTIONS = 16;
const FEWEST_RESERVED = 64;

/**
 * How many clients may be connected at once when nothing else is configured: the open-file limit without a
 * tenth (at least 64) for the management port, nodes, Redis and files.
 */
export function defaultMaxConnections(openFiles = openFileLimit()): number {
  if (openFiles === undefined) return MOST_CONNECTIONS;
  const reserved = Math.max(FEWEST_RESERVED, Math.ceil(openFiles / 10));
  return Math.min(MOST_CONNECTIONS, Math.max(FEWEST_CONNECTIONS, openFiles - reserved));
}
