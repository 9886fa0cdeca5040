import fc from 'fast-check';
import { type SettingRow, SETTINGS_ROWS, SettingsError } from '@app/program';
import { loadSettings } from './settings';

const problemsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    loadSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
};

const SHARED_SECRET = 's'.repeat(32);

describe('settings', () => {
  it('settings are complete without any environment', () => {
    expect(loadSettings({})).toMatchObject({
      nodeEnv: 'development',
      host: '127.0.0.1',
      port: 3000,
      managementHost: '127.0.0.1',
      managementPort: 3001,
      devchainPort: 8888,
      redis: undefined,
      trustedProxies: [],
      allowedOrigins: [],
      networksFile: undefined,
      rateLimits: { read: 300, compose: 60, relay: 10, 'relay-refused': 30, mirror: 1200, meta: 300 },
      nodes: {
        pollMs: 1_000,
        maxHeadAgeMs: 30_000,
        maxBlocksBehind: 10,
        maxIndexBlocksBehind: 20,
        samplePercent: 1,
      },
      shutdown: { delayMs: 0, drainMs: 45_000 },
    });
  });

  it('settings leave a push the time to end while the gateway drains', () => {
    const { push, shutdown } = loadSettings({});
    expect(shutdown.drainMs).toBeGreaterThan(push.budgetMs);
  });

  it('settings read every variable', () => {
    const settings = loadSettings({
      NODE_ENV: 'production',
      NETWORKS_FILE: '/etc/gateway/networks.yaml',
      HOST: '0.0.0.0',
      PORT: '8080',
      MANAGEMENT_HOST: '::',
      MANAGEMENT_PORT: '0',
      REDIS_URL: 'rediss://user:secret@redis.internal:6380/2',
      REDIS_SHARED_SECRET: SHARED_SECRET,
      TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8,192.168.1.1',
      ALLOWED_ORIGINS: 'https://app.example.org,http://localhost:5173',
      RATE_LIMIT_RELAY: '20',
    });
    expect(settings).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      managementHost: '::',
      managementPort: 0,
      redis: {
        topology: { kind: 'single', url: 'rediss://user:secret@redis.internal:6380/2' },
        tls: {},
        sharedSecret: SHARED_SECRET,
        keyPrefix: 'ctg:',
        commandTimeoutMs: 250,
        connectTimeoutMs: 2_000,
      },
      trustedProxies: ['10.0.0.0/8', 'fd00::/8', '192.168.1.1'],
      allowedOrigins: ['https://app.example.org', 'http://localhost:5173'],
      rateLimits: { read: 300, compose: 60, relay: 20, 'relay-refused': 30, mirror: 1200, meta: 300 },
      shutdown: { delayMs: 10_000 },
    });
  });

  it.each(Object.entries<SettingRow>(SETTINGS_ROWS))(
    'settings accept the example of %s',
    (_name, { schema, example }) => {
      expect(schema.safeParse(example).success).toBe(true);
    },
  );

  it('settings treat an empty variable as unset', () => {
    expect(loadSettings({ PORT: '', REDIS_URL: ' ', TRUSTED_PROXIES: '' })).toEqual(loadSettings({}));
  });

  it('settings name every wrong one at once, with the allowed values and an example', () => {
    expect(problemsOf({ PORT: '70000', LOG_LEVEL: 'loud', TRUSTED_PROXIES: '10.0.0.0/33' })).toEqual([
      'PORT: "70000" is not a TCP port (0 picks a free one), 0 to 65535; default 3000 (for example PORT=3000)',
      'TRUSTED_PROXIES: "10.0.0.0/33" is not a comma-separated list of addresses and CIDR ranges; default none (for example TRUSTED_PROXIES=10.0.0.0/8,fd00::/8)',
      'LOG_LEVEL: "loud" is not trace, debug, info, warn, error, fatal or silent; default info (for example LOG_LEVEL=info)',
    ]);
  });

  it('settings never print a value that may hold a password', () => {
    const [problem] = problemsOf({ REDIS_URL: 'http://user:hunter2@redis' });
    expect(problem).toContain('REDIS_URL: its value is not a redis:// or rediss:// URL');
    expect(problem).not.toContain('hunter2');
  });

  it.each([
    ['PORT', '1e3'],
    ['PORT', '0x10'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['DEVCHAIN_PORT', '65535'],
    ['REDIS_URL', 'redis://'],
    ['REDIS_URL', 'localhost:6379'],
    ['TRUSTED_PROXIES', '10'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,,10.1.0.0/16'],
    ['TRUSTED_PROXIES', 'loadbalancer'],
    ['ALLOWED_ORIGINS', 'https://app.example.org/'],
    ['ALLOWED_ORIGINS', 'app.example.org'],
    ['CONSOLE_WALLET_RELAY', 'http://relay.example'],
    ['CONSOLE_WALLET_RELAY', 'wss://relay.example'],
    ['CONSOLE_WALLET_RELAY', 'https://relay.example/'],
    ['CONSOLE_WALLET_RELAY', 'https://relay.example/path'],
    ['CONSOLE_WALLET_RELAY', 'https://user@relay.example'],
    ['CONSOLE_WALLET_RELAY', 'https://relay.example;script-src'],
    ['CONSOLE_WALLET_RELAY', 'https://*.example'],
    ['CONSOLE_WALLET_RELAY', '*'],
    ['HOST', 'http://0.0.0.0'],
    ['RATE_LIMIT_READ', '-1'],
    ['KEEP_ALIVE_MS', '999'],
    ['KEEP_ALIVE_MS', '3600001'],
    ['PUSH_BUDGET_MS', '0'],
    ['PUSH_BUDGET_MS', '60000'],
    ['NODE_CONNECT_TIMEOUT_MS', '0'],
    ['NODE_POLL_TIMEOUT_MS', '99'],
    ['NODE_KEEP_ALIVE_MS', '0'],
    ['NODE_CONNECTIONS', '0'],
    ['NODE_SAMPLE_PERCENT', '101'],
    ['REDIS_CONNECT_TIMEOUT_MS', '1'],
    ['REDIS_KEY_PREFIX', '{}'],
    ['REDIS_KEY_PREFIX', 'two words'],
    ['REDIS_KEY_PREFIX', 'x'.repeat(65)],
    ['AFFECTED_SET_TIMEOUT_MS', '0'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '0'],
    ['RATE_LIMIT_READ', '1000000001'],
  ])('settings refuse %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name}: .* is not `)),
    ]);
  });

  it('settings refuse one port for two listeners, but not two free ones', () => {
    expect(problemsOf({ PORT: '4000', MANAGEMENT_PORT: '4000' })).toEqual([
      expect.stringContaining('MANAGEMENT_PORT: 4000 is PORT as well'),
    ]);
    expect(problemsOf({ PORT: '0', MANAGEMENT_PORT: '0' })).toEqual([]);
  });

  it('settings refuse a budget of a push that is shorter than sending to one node', () => {
    expect(problemsOf({ PUSH_BUDGET_MS: '5000' })).toEqual([
      'PUSH_BUDGET_MS: 5000 is less than NODE_TIMEOUT_PUSH_MS, which is 10000; sending to one node is part of the push (for example NODE_TIMEOUT_PUSH_MS=1250)',
    ]);
    expect(problemsOf({ PUSH_BUDGET_MS: '5000', NODE_TIMEOUT_PUSH_MS: '5000' })).toEqual([]);
  });

  it('settings refuse polls that are as rare as a head may be old', () => {
    expect(problemsOf({ NODE_POLL_MS: '30000' })).toEqual([
      'NODE_POLL_MS: 30000 is not below NODE_MAX_HEAD_AGE_SECONDS, which is 30 s; each head would be too old before the next one is read (for example NODE_POLL_MS=1000)',
    ]);
    expect(problemsOf({ NODE_POLL_MS: '30000', NODE_MAX_HEAD_AGE_SECONDS: '31' })).toEqual([]);
  });

  it('settings refuse a time for headers that is longer than that for the request', () => {
    expect(problemsOf({ HEADERS_TIMEOUT_MS: '20000' })).toEqual([
      expect.stringContaining('HEADERS_TIMEOUT_MS: 20000 is longer than REQUEST_TIMEOUT_MS'),
    ]);
  });

  it('settings turn limits off with 0', () => {
    const off = Object.keys(SETTINGS_ROWS).filter((name) => name.startsWith('RATE_LIMIT_'));
    const settings = loadSettings({
      KEEP_ALIVE_MS: '0',
      ...Object.fromEntries(off.map((name) => [name, '0'])),
    });
    expect(settings.clientLimits.keepAliveMs).toBe(0);
    expect(new Set(Object.values(settings.rateLimits))).toEqual(new Set([0]));
  });

  it('settings demand networks in production', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([
      expect.stringContaining('NETWORKS_FILE: is not set'),
    ]);
  });

  it('settings read any port there is and refuse every other number', () => {
    fc.assert(
      fc.property(fc.integer(), (number) => {
        const problems = problemsOf({ PORT: String(number), MANAGEMENT_PORT: '0' });
        expect(problems.length).toBe(number >= 0 && number <= 65_535 ? 0 : 1);
      }),
    );
  });
});
