import { GATEWAY_SETTINGS, readSettings, SettingsError, type SettingValues } from '@app/program';
import { defaultMaxConnections } from './open-files';
import { redisConflicts, redisSettingsOf } from './redis-settings';

/** Everything that can be configured: one object, read once at start. Each setting is described by its row. */
export type Settings = ReturnType<typeof settingsOf>;

/** Where spans go, and which requests have one. */
export type TracingSettings = NonNullable<Settings['tracing']>;

/**
 * Reads the settings from environment variables. An empty variable counts as unset.
 * @throws SettingsError naming every wrong setting at once.
 */
export function loadSettings(env: NodeJS.ProcessEnv): Settings {
  const values = readSettings(GATEWAY_SETTINGS, env);
  const conflicts = conflictsOf(values);
  if (conflicts.length > 0) throw new SettingsError(conflicts);
  return settingsOf(values);
}

/** Rules between settings, asked only when each is right by itself. */
function conflictsOf(values: SettingValues): string[] {
  const conflicts: string[] = [];
  if (values.port !== 0 && values.port === values.managementPort) {
    const free = values.port === 3001 ? 3000 : 3001;
    conflicts.push(
      `MANAGEMENT_PORT: ${values.port} is PORT as well; the two need different ports (for example MANAGEMENT_PORT=${free})`,
    );
  }
  conflicts.push(...redisConflicts(values));
  const { headersTimeoutMs, requestTimeoutMs } = values.clientLimits;
  if (headersTimeoutMs > requestTimeoutMs) {
    conflicts.push(
      `HEADERS_TIMEOUT_MS: ${headersTimeoutMs} is longer than REQUEST_TIMEOUT_MS, which is ${requestTimeoutMs}; the head is part of the request (for example HEADERS_TIMEOUT_MS=${requestTimeoutMs})`,
    );
  }
  const { budgetMs } = values.push;
  const { push: pushTimeoutMs } = values.nodes.timeoutsMs;
  if (pushTimeoutMs > budgetMs) {
    conflicts.push(
      `PUSH_BUDGET_MS: ${budgetMs} is less than NODE_TIMEOUT_PUSH_MS, which is ${pushTimeoutMs}; sending to one node is part of the push (for example NODE_TIMEOUT_PUSH_MS=${Math.floor(budgetMs / 4)})`,
    );
  }
  const { pollMs, maxHeadAgeMs } = values.nodes;
  if (pollMs >= maxHeadAgeMs) {
    conflicts.push(
      `NODE_POLL_MS: ${pollMs} is not below NODE_MAX_HEAD_AGE_SECONDS, which is ${maxHeadAgeMs / 1_000} s; each head would be too old before the next one is read (for example NODE_POLL_MS=1000)`,
    );
  }
  if (values.nodeEnv === 'production' && values.networksFile === undefined) {
    const { allowed, example } = GATEWAY_SETTINGS.networksFile;
    conflicts.push(
      `NETWORKS_FILE: is not set; with NODE_ENV=production it must be ${allowed} (for example NETWORKS_FILE=${example})`,
    );
  }
  return conflicts;
}

/** The values, with those that depend on others or on this machine. */
const settingsOf = (values: SettingValues) => ({
  ...values,
  managementAllowedHosts: [values.managementHost.toLowerCase(), ...values.managementAllowedHosts],
  /** Undefined: counters live in the memory of this process. */
  redis: redisSettingsOf(values.redis),
  clientLimits: {
    ...values.clientLimits,
    connections: values.clientLimits.connections ?? defaultMaxConnections(),
  },
  shutdown: {
    ...values.shutdown,
    delayMs: values.shutdown.delayMs ?? (values.nodeEnv === 'production' ? 10_000 : 0),
  },
  tracing: tracingSettingsOf(values.tracing),
});

/** Undefined without a receiver: no spans. */
const tracingSettingsOf = ({ endpoint, ...others }: SettingValues['tracing']) =>
  endpoint === undefined ? undefined : { endpoint, ...others };
