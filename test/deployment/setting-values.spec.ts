import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { loadSettings } from '@app/operations';
import { GATEWAY_SETTINGS, rowsOf, type SettingGroup } from '@app/program';
import { loadHistorySettings } from '../../apps/history/src/settings';
import { HISTORY_SETTINGS } from '../../apps/history/src/settings.schema';

type Env = Readonly<Record<string, string>>;

interface Choice {
  /** A value that is refused; undefined: any text is allowed. */
  readonly wrong: string | undefined;
  /** A value that is not the default. */
  readonly other: string;
  /** Settings without which this one has no effect. */
  readonly beside?: Env;
}

const folder = mkdtempSync(path.join(tmpdir(), 'setting-values-'));
const [CERTIFICATE, KEY] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')];
writeFileSync(CERTIFICATE, rootCertificates[0]!);
writeFileSync(KEY, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));

const SENTINELS = { REDIS_SENTINELS: 'sentinel:26379' };
const REDIS = { REDIS_URL: 'redis://redis' };
const SECRET = { ...REDIS, REDIS_SHARED_SECRET: 's'.repeat(32) };
const REDISS = { REDIS_URL: 'rediss://redis' };
const OTLP = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

/** Numbers are tried by their range; these are all settings without one. */
const GATEWAY: Readonly<Record<string, Choice>> = {
  NODE_ENV: { wrong: 'prod', other: 'test' },
  HOST: { wrong: 'http://0.0.0.0', other: '0.0.0.0' },
  PUBLIC_URL: { wrong: 'https://gateway.example.org/', other: 'https://gateway.example.org' },
  MANAGEMENT_HOST: { wrong: 'a b', other: '0.0.0.0' },
  MANAGEMENT_ALLOWED_HOSTS: { wrong: 'Gateway', other: 'gateway.monitoring.svc' },
  MANAGEMENT_TOKEN: { wrong: 'short', other: 'a token of at least thirty-two characters' },
  DEVCHAIN_HISTORY_PORT: { wrong: '70000', other: '7000' },
  REDIS_URL: { wrong: 'http://redis', other: 'redis://redis' },
  REDIS_SENTINELS: { wrong: 'sentinel', other: 'sentinel:26379' },
  REDIS_SENTINEL_MASTER: { wrong: 'my master', other: 'other', beside: SENTINELS },
  REDIS_SENTINEL_USERNAME: { wrong: undefined, other: 'user', beside: SENTINELS },
  REDIS_SENTINEL_PASSWORD: { wrong: undefined, other: 'text', beside: SENTINELS },
  REDIS_CLUSTER_NODES: { wrong: 'redis-1:0', other: 'redis-1:6379' },
  REDIS_USERNAME: { wrong: undefined, other: 'user', beside: REDIS },
  REDIS_PASSWORD: { wrong: undefined, other: 'text', beside: REDIS },
  REDIS_PASSWORD_FILE: { wrong: '/no/such/file', other: __filename, beside: REDIS },
  REDIS_SHARED_SECRET: { wrong: 'short', other: 'x'.repeat(32), beside: REDIS },
  REDIS_SHARED_SECRET_FILE: { wrong: '/dev/null', other: __filename, beside: REDIS },
  REDIS_SHARED_SECRET_SECOND: { wrong: 'short', other: 'x'.repeat(32), beside: SECRET },
  REDIS_SHARED_SECRET_SECOND_FILE: { wrong: '/dev/null', other: __filename, beside: SECRET },
  REDIS_TLS: { wrong: 'yes', other: 'on', beside: REDIS },
  REDIS_TLS_CA_FILE: { wrong: __filename, other: CERTIFICATE, beside: REDISS },
  REDIS_TLS_CERT_FILE: {
    ...{ wrong: __filename, other: CERTIFICATE },
    beside: { ...REDISS, REDIS_TLS_KEY_FILE: KEY },
  },
  REDIS_TLS_KEY_FILE: {
    ...{ wrong: __filename, other: KEY },
    beside: { ...REDISS, REDIS_TLS_CERT_FILE: CERTIFICATE },
  },
  REDIS_TLS_SERVER_NAME: { wrong: 'redis internal', other: 'redis.internal', beside: REDISS },
  REDIS_KEY_PREFIX: { wrong: '{}', other: 'other:', beside: REDIS },
  REDIS_COMMAND_TIMEOUT_MS: { wrong: '9', other: '300', beside: REDIS },
  REDIS_CONNECT_TIMEOUT_MS: { wrong: '99', other: '300', beside: REDIS },
  TRUSTED_PROXIES: { wrong: 'proxy', other: '10.0.0.0/8' },
  ALLOWED_ORIGINS: { wrong: 'app.example.org', other: 'https://app.example.org' },
  CONSOLE: { wrong: 'yes', other: 'off' },
  CONSOLE_WALLET_RELAY: { wrong: 'http://relay.example', other: 'https://relay.example' },
  NETWORKS_FILE: { wrong: undefined, other: './networks.yaml' },
  WEBHOOKS_FILE: { wrong: undefined, other: './webhooks.yaml' },
  LOG_LEVEL: { wrong: 'loud', other: 'debug' },
  MAX_CONNECTIONS: { wrong: '1000001', other: '7' },
  MIRROR_PASS_UNKNOWN_READS: { wrong: 'on', other: 'true' },
  SHUTDOWN_DELAY_MS: { wrong: '600001', other: '7' },
  OTEL_EXPORTER_OTLP_ENDPOINT: { wrong: 'collector:4318', other: 'http://collector:4318' },
  OTEL_EXPORTER_OTLP_HEADERS: { wrong: 'name=%ff', other: 'name=value', beside: OTLP },
  OTEL_EXPORTER_OTLP_TIMEOUT: { wrong: '99', other: '300', beside: OTLP },
  OTEL_SERVICE_NAME: { wrong: 'two words', other: 'other', beside: OTLP },
  OTEL_TRACES_SAMPLER_ARG: { wrong: '1.5', other: '0.5', beside: OTLP },
  GIT_COMMIT: { wrong: 'main', other: 'cbe5100' },
};

const SHIP = { HISTORY_SHIP_URL: 'ws://node:8080' };
const DATABASE = { HISTORY_DATABASE_URL: 'postgres://database/history' };
const HISTORY: Readonly<Record<string, Choice>> = {
  HISTORY_SHIP_URL: { wrong: 'http://node:8080', other: 'ws://other:8080' },
  HISTORY_ROLE: { wrong: 'read', other: 'index', beside: { ...SHIP, ...DATABASE } },
  HISTORY_ARCHIVE_URL: { wrong: 'ws://node', other: 'https://archives/1|file:///2', beside: SHIP },
  HISTORY_ARCHIVE_DIR: { wrong: undefined, other: './archive', beside: SHIP },
  HISTORY_SNAPSHOT: { wrong: 'one.bin,', other: './snapshot.bin', beside: SHIP },
  HISTORY_CHAIN_URL: { wrong: 'ws://node:8888', other: 'http://node:8888', beside: SHIP },
  HISTORY_NAME: { wrong: 'Main net', other: 'mainnet', beside: SHIP },
  HISTORY_CHAIN_ID: { wrong: 'AB'.repeat(32), other: 'ab'.repeat(32), beside: SHIP },
  HISTORY_FIRST_BLOCK: { wrong: '0', other: '-7200', beside: SHIP },
  HISTORY_SCHEMA: { wrong: 'repair', other: 'check', beside: SHIP },
  HISTORY_FOLLOW: { wrong: 'lib', other: 'irreversible', beside: SHIP },
  HISTORY_ALLOW_REWINDS: { wrong: 'yes', other: 'true', beside: SHIP },
  HISTORY_TRADES: {
    wrong: 'dex/dex/history2:pair',
    other: 'dex/dex/trades:pair,price,base,quote,time_ms',
    beside: SHIP,
  },
  HISTORY_KEEP_BLOCKS: { wrong: '999', other: '1000', beside: SHIP },
  HISTORY_KEEP_DAYS: { wrong: '0', other: '1', beside: SHIP },
  // 1 thread cannot be shared by pages and searches.
  HISTORY_READ_THREADS: { wrong: '1', other: '4', beside: SHIP },
  HISTORY_TRUSTED_PROXIES: { wrong: '10.0.0.0/33', other: '10.0.0.0/8', beside: SHIP },
  HISTORY_UNLIMITED_CLIENTS: { wrong: 'all', other: 'none', beside: SHIP },
  HISTORY_HOST: { wrong: 'http://0.0.0.0', other: '0.0.0.0', beside: SHIP },
  HISTORY_MANAGEMENT_PORT: { wrong: '65536', other: '7091', beside: SHIP },
  HISTORY_MANAGEMENT_HOST: { wrong: 'a b', other: '0.0.0.0', beside: SHIP },
  HISTORY_MANAGEMENT_ALLOWED_HOSTS: { wrong: 'History', other: 'history.monitoring.svc', beside: SHIP },
  HISTORY_STATE_DIR: { wrong: undefined, other: './.history', beside: SHIP },
  HISTORY_COLD_URL: {
    ...{ wrong: 'http://clickhouse:8123', other: 'clickhouse://clickhouse/history' },
    beside: { ...SHIP, ...DATABASE },
  },
  HISTORY_SQL_URL: {
    ...{ wrong: 'http://clickhouse:8123', other: 'clickhouse://reader@clickhouse/history' },
    beside: { ...SHIP, ...DATABASE, HISTORY_COLD_URL: 'clickhouse://clickhouse/history' },
  },
  HISTORY_DATABASE_URL: { wrong: 'mysql://database', other: 'postgres://database/history', beside: SHIP },
  LOG_LEVEL: { wrong: 'loud', other: 'debug', beside: SHIP },
};

const RANGE = /, (-?\d+) to (\d+)(?:, 0 turns the limit off)?; default (\d+)$/;

interface Program {
  readonly groups: SettingGroup;
  readonly load: (env: Env) => unknown;
  readonly required: Env;
  readonly choices: Readonly<Record<string, Choice>>;
}

const PROGRAMS: readonly (readonly [string, Program])[] = [
  ['the gateway', { groups: GATEWAY_SETTINGS, load: loadSettings, required: {}, choices: GATEWAY }],
  [
    'the history node',
    { groups: HISTORY_SETTINGS, load: loadHistorySettings, required: SHIP, choices: HISTORY },
  ],
];

/** The variables of all rows, those of two rows twice. */
const variablesIn = (group: SettingGroup): string[] =>
  Object.values(group).flatMap((entry) =>
    typeof entry['allowed'] === 'string' ? [entry['name'] as string] : variablesIn(entry as SettingGroup),
  );

describe.each(PROGRAMS)('the settings of %s', (_program, { groups, load, required, choices }) => {
  const rows = rowsOf(groups);
  const settings = Object.entries(rows);
  const ranged = settings.flatMap(([name, { allowed }]) => {
    const [, least, most, unset] = RANGE.exec(allowed) ?? [];
    return least === undefined || name in choices
      ? []
      : [[name, Number(least), Number(most), Number(unset)] as const];
  });

  it.each(settings)('the example of %s is accepted', (_name, { schema, example }) => {
    expect(schema.safeParse(example).success).toBe(true);
  });

  it('each variable is declared by one row', () => {
    expect(variablesIn(groups)).toContain('LOG_LEVEL');
    expect(variablesIn(groups)).toEqual(Object.keys(rows));
  });

  it('each setting has a range of numbers or values of its own here', () => {
    const tried = [...ranged.map(([name]) => name), ...Object.keys(choices)];
    expect(tried.sort()).toEqual(Object.keys(rows).sort());
  });

  it.each(ranged)('%s accepts the ends of its documented range and refuses all else', (name, least, most) => {
    const isAccepted = (text: string) => rows[name]!.schema.safeParse(text).success;
    expect([least, most].map(String).filter((text) => !isAccepted(text))).toEqual([]);
    const isOff = least - 1 === 0 && rows[name]!.allowed.includes('0 turns the limit off');
    const outside = [...(isOff ? [] : [least - 1]), most + 1].map(String);
    expect([...outside, `${least}.5`, '1e3', 'many', '-1', ' 5'].filter(isAccepted)).toEqual([]);
  });

  it.each(ranged)('%s reaches the program', (name, least, most, unset) => {
    // The number after the default of PORT is that of MANAGEMENT_PORT.
    const other = String(unset + 2 <= most ? unset + 2 : least);
    expect(load({ ...required, [name]: other })).not.toEqual(load(required));
  });

  it.each(Object.entries(choices))('%s reaches the program', (name, { other, beside = {} }) => {
    const paired = Object.fromEntries(
      Object.entries(beside).filter(([, file]) => file !== KEY && file !== CERTIFICATE),
    );
    const without = { ...required, ...paired };
    expect(load({ ...required, ...beside, [name]: other })).not.toEqual(load(without));
  });

  it.each(Object.entries(choices).filter(([, { wrong }]) => wrong !== undefined))(
    '%s refuses a wrong value by its name',
    (name, { wrong, beside = {} }) => {
      expect(() => load({ ...required, ...beside, [name]: wrong! })).toThrow(new RegExp(`^${name}: `, 'm'));
    },
  );
});
