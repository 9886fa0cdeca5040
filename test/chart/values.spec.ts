import { SETTINGS_ROWS } from '@app/program';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { HISTORY_ROWS } from '../../apps/history/src/settings.schema';
import { CHART, find, type KubernetesObject, objectsOf, template } from './render';

const read = (file: string): string => readFileSync(path.join(CHART, file), 'utf8');
/** Set by the chart from other values. */
const OF_THE_CHART = [
  'NODE_ENV',
  'HOST',
  'PORT',
  'MANAGEMENT_HOST',
  'MANAGEMENT_PORT',
  'MANAGEMENT_ALLOWED_HOSTS',
  'REDIS_URL',
  'REDIS_PASSWORD',
  'REDIS_SHARED_SECRET',
  'REDIS_SHARED_SECRET_SECOND',
  'REDIS_SENTINELS',
  'REDIS_SENTINEL_MASTER',
  'REDIS_CLUSTER_NODES',
  'REDIS_TLS',
  'TRUSTED_PROXIES',
  'NETWORKS_FILE',
  'WEBHOOKS_FILE',
  'SHUTDOWN_DELAY_MS',
  'SHUTDOWN_DRAIN_MS',
];
/** Without meaning in the chart: its development chains are services, and the image has its commit. */
const NOT_IN_THE_CHART = ['DEVCHAIN_PORT', 'DEVCHAIN_HISTORY_PORT', 'GIT_COMMIT'];
/** Secrets besides those that values name: `extraEnv` takes them from a secret. */
const BY_EXTRA_ENV = [
  ...['MANAGEMENT_TOKEN', 'REDIS_SENTINEL_PASSWORD', 'REDIS_PASSWORD_FILE', 'REDIS_SHARED_SECRET_FILE'],
  'REDIS_SHARED_SECRET_SECOND_FILE',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/** Set by the chart from other values of `history`. */
const OF_THE_HISTORY = [
  'HISTORY_ROLE',
  'HISTORY_SHIP_URL',
  'HISTORY_ARCHIVE_URL',
  'HISTORY_SNAPSHOT',
  'HISTORY_CHAIN_URL',
  'HISTORY_NAME',
  'HISTORY_CHAIN_ID',
  'HISTORY_HOST',
  'HISTORY_PORT',
  'HISTORY_MANAGEMENT_HOST',
  'HISTORY_MANAGEMENT_ALLOWED_HOSTS',
  'HISTORY_MANAGEMENT_PORT',
  'HISTORY_STATE_DIR',
  'HISTORY_DATABASE_URL',
  'HISTORY_COLD_URL',
  'HISTORY_SQL_URL',
  // For development chains alone.
  'HISTORY_ALLOW_REWINDS',
];

/** The values file that a pair is set over, where it is not that of the defaults. */
const FILES_OF: Readonly<Record<string, string>> = { history: 'ci/history-values.yaml' };

interface Network {
  readonly properties: Readonly<Record<string, unknown>>;
}
interface Settings {
  readonly settings: { readonly properties: Readonly<Record<string, unknown>> };
}
interface Schema {
  readonly properties: Settings & {
    readonly history: { readonly properties: Settings };
    readonly networks: { readonly properties: Readonly<Record<string, Network>> };
  };
}

describe('values', () => {
  it.each([
    ['replicaCount=2', 'redis: more than one replica requires'],
    ['autoscaling.enabled=true', 'redis: more than one replica requires'],
    ['redis.url=redis://redis', 'redis.sharedSecret: name a Secret with the key redis-shared-secret'],
    ['podDisruptionBudget.minAvailable=1', 'set exactly one of minAvailable and maxUnavailable'],
    ['drain.delaySeconds=2', 'drain.delaySeconds: 2 is shorter than the 6 seconds'],
    ['ingress.enabled=true', 'ingress.hosts: name at least one host'],
    ['httpRoute.enabled=true', 'httpRoute.parentRefs: name at least one gateway'],
    ['replicaCuont=2', 'replicaCuont'],
    ['settings.RATELIMIT_READ=5', 'RATELIMIT_READ'],
    ['redis.url=redis://:password@redis', 'redis.url: Does not match pattern'],
    ['redis.sentinels={sentinel}', 'redis.sentinels.0: Does not match pattern'],
    ['redis.clusterNodes={r:1},redis.url=redis://r', 'redis: set one of redis.url'],
    ['service.type=Clusterip', 'service.type must be one of'],
    ['history.roles={index}', 'history.roles: index and serve require history.database.existingSecret'],
    ['history.roles={all,serve}', 'history.roles: all stands alone'],
    ['history.roles={write}', 'history.roles.0 must be one of'],
    ['history.settings.HISTORY_CREDIT=5', 'HISTORY_CREDIT'],
    ['history.chains.mainnet.shipUrl=http://node', 'history.chains.mainnet.shipUrl: Does not match pattern'],
    ['history.chains.mainnet.archiveUrl=./archive', 'history.chains.mainnet.archiveUrl: Does not match'],
    ['history.chains.mainnet.snapshot=snapshot.bin', 'history.chains.mainnet.snapshot: Does not match'],
    [
      'history.cold.sqlExistingSecret=s',
      'history.cold.sqlExistingSecret: requires history.cold.existingSecret',
    ],
    ['updateStrategy.maxSurge=0', 'updateStrategy: maxSurge and maxUnavailable are both 0'],
    ['service.externalTrafficPolicy=local', 'service.externalTrafficPolicy must be one of'],
    ['service.loadBalancerSourceRanges={any}', 'service.loadBalancerSourceRanges.0: Does not match pattern'],
    ['podDisruptionBudget.maxUnavailable=half', 'podDisruptionBudget.maxUnavailable: Does not match'],
    ['history.persistence.size=big', 'history.persistence.size: Does not match pattern'],
    ['networks.mainnet.verify=all', 'networks.mainnet.verify must be one of'],
  ])('values of the chart refuse %s and name the value', (pair, message) => {
    const { status, stderr } = template(
      [FILES_OF[pair.split('.')[0]!] ?? 'ci/default-values.yaml'],
      '--set',
      pair,
    );
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });

  it.each([
    ['history.chains: name at least one network', []],
    [
      'history.chains: set chainUrl for every network, or for none',
      [
        'history.chains.mainnet.shipUrl=ws://a',
        'history.chains.testnet.shipUrl=ws://b',
        'history.chains.mainnet.chainUrl=http://a',
      ],
    ],
  ])('values of the chart refuse a history node beside existing networks: %s', (message, pairs) => {
    const sets = ['history.enabled=true', ...pairs].flatMap((pair) => ['--set', pair]);
    const { status, stderr } = template(['ci/minimal-values.yaml'], ...sets);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });

  it('values of the chart refuse the history of a network that the gateway does not serve', () => {
    const { status, stderr } = template(
      ['ci/history-database-values.yaml'],
      ...['--set', 'history.chains.testnet.shipUrl=ws://node'],
    );
    expect(status).toBe(1);
    expect(stderr).toContain('history.chains.testnet: is not in networks');
  });

  it('values of the chart refuse bodies that the ingress would refuse before the gateway', () => {
    const { status, stderr } = template(
      ['values-production.yaml'],
      ...['--set', 'settings.MAX_MIRROR_BODY_BYTES=4194304'],
    );
    expect(status).toBe(1);
    expect(stderr).toContain('proxy-body-size 3m is below settings.MAX_MIRROR_BODY_BYTES');
  });

  it.each([
    ['100%', 3, 1],
    ['67%', 3, 1],
    ['66%', 3, 0],
    ['50%', 2, 0],
    ['3', 3, 1],
    ['2', 3, 0],
  ])('a budget that keeps %s of %i pods ends the rendering with %i', (kept, replicas, expected) => {
    const { status, stderr } = template(
      ['ci/redis-sentinel-values.yaml'],
      ...['--set', `replicaCount=${replicas},podDisruptionBudget.maxUnavailable=null`],
      ...['--set', `podDisruptionBudget.minAvailable=${kept}`],
    );
    expect(status).toBe(expected);
    if (expected === 1)
      expect(stderr).toContain(`minAvailable: ${kept} leaves no pod to evict with ${replicas}`);
  });

  it('a public service of the chart keeps the addresses of clients, and one inside the cluster has no such policy', () => {
    const policyOf = (file: string) =>
      find<KubernetesObject & { spec: { externalTrafficPolicy?: string } }>(objectsOf(file), 'Service')!.spec
        .externalTrafficPolicy;
    expect(policyOf('ci/everything-values.yaml')).toBe('Local');
    expect(policyOf('ci/default-values.yaml')).toBeUndefined();
  });

  it('the route of the chart has no time limit for streams, and one for all other requests', () => {
    interface Rule {
      readonly matches: readonly { readonly path: { readonly value: string } }[];
      readonly timeouts: { readonly request: string; readonly backendRequest: string };
    }
    const route = find<KubernetesObject & { spec: { rules: readonly Rule[] } }>(
      objectsOf('ci/gateway-api-values.yaml'),
      'HTTPRoute',
    )!;
    const limits = route.spec.rules.flatMap(({ matches, timeouts }) =>
      matches.map(({ path: { value } }) => [value, timeouts.request, timeouts.backendRequest]),
    );
    expect(limits).toEqual([
      ...['/v1/events', '/stream', '/mainnet/stream', '/testnet/stream'].map((value) => [value, '0s', '0s']),
      ['/', '60s', '50s'],
    ]);
  });

  it('values of the chart open the ports of the URLs that they name', () => {
    const { stdout } = template(
      ['ci/everything-values.yaml'],
      ...['--set', 'networks.mainnet.nodes={http://node.example.org:8888}'],
      ...['--set', 'settings.OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318'],
      ...['--show-only', 'templates/networkpolicy.yaml'],
    );
    for (const port of [443, 8888, 4318]) expect(stdout).toContain(`- { port: ${port}, protocol: TCP }`);
  });

  it('values of the chart add objects and texts of objects to the release, with templates in them', () => {
    const names = objectsOf('ci/everything-values.yaml')
      .filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.labels.app === 'extra')
      .map(({ metadata }) => metadata.name);
    expect(names.sort()).toEqual([`${'r'.repeat(50)}-as-text`, `${'r'.repeat(50)}-extra`]);
  });

  it('values of the chart give each alert the address of its runbook', () => {
    const rule = objectsOf('ci/everything-values.yaml').find(({ kind }) => kind === 'PrometheusRule');
    const text = JSON.stringify(rule);
    expect(text).toContain('"runbook_url":"https://docs.example.org/alerts#gatewaynousablenode"');
    expect(text.match(/runbook_url/g)).toHaveLength(text.match(/"alert":/g)!.length);
  });

  it('values of the chart offer every setting of the history node and no other', () => {
    const { properties } = (JSON.parse(read('values.schema.json')) as Schema).properties.history.properties
      .settings;
    const offered = [...Object.keys(properties), ...OF_THE_HISTORY];
    expect(offered.sort()).toEqual(Object.keys(HISTORY_ROWS).sort());
  });

  it('values of the chart offer every setting of the gateway and no other', () => {
    const { properties } = (JSON.parse(read('values.schema.json')) as Schema).properties.settings;
    const offered = [...Object.keys(properties), ...OF_THE_CHART, ...NOT_IN_THE_CHART, ...BY_EXTRA_ENV];
    expect(offered.sort()).toEqual(Object.keys(SETTINGS_ROWS).sort());
  });

  it('values of the chart offer every member of a network that the example of a networks file has', () => {
    const example = parse(read('../../libs/networks/profiles/networks.example.yaml')) as {
      networks: { mainnet: object };
    };
    const members = Object.keys(example.networks.mainnet).sort();
    const { properties } = (JSON.parse(read('values.schema.json')) as Schema).properties.networks;
    for (const network of ['mainnet', 'testnet'])
      expect(Object.keys(properties[network]!.properties).sort()).toEqual(members);
  });

  it('values of the chart write the mode of verified reads into the networks file', () => {
    const { status, stdout, stderr } = template(
      ['ci/everything-values.yaml'],
      ...['--set', 'networks.mainnet.verify=quorum', '--show-only', 'templates/networks.yaml'],
    );
    expect([status, stderr]).toEqual([0, '']);
    const { data } = parse(stdout) as { data: Record<string, string> };
    expect(parse(data['networks.yaml']!)).toMatchObject({ networks: { mainnet: { verify: 'quorum' } } });
  });

  it('values of the chart pass large numbers to the gateway as they are written', () => {
    const { data } = find<KubernetesObject & { data: Record<string, string> }>(
      objectsOf('ci/everything-values.yaml'),
      'ConfigMap',
    )!;
    expect(data.MAX_BODY_BYTES_IN_FLIGHT).toBe('134217728');
  });

  it('values of the chart have a version of the application that is the one of the package', () => {
    const { version } = JSON.parse(read('../../package.json')) as { version: string };
    expect(read('Chart.yaml')).toContain(`appVersion: ${version}`);
  });
});
