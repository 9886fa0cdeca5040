import { HISTORY_ROWS } from '../../apps/history/src/settings.schema';
import { volumesOf } from '../harness/image-file';
import {
  environmentOf,
  HISTORY_PERMUTATIONS,
  historyObjects,
  networksOf,
  roleOf,
  settingsOf,
} from './history-objects';
import {
  isSelected,
  type NetworkPolicy,
  type Pod,
  type Selecting,
  type Service,
  type Workload,
} from './kinds';
import { find } from './render';

/** A StatefulSet puts its name and a hash of 10 characters into a label of at most 63. */
const LONGEST_SET_NAME = 52;

it('permutations of the chart run every role of the history node', () => {
  const roles = HISTORY_PERMUTATIONS.flatMap((file) => {
    return historyObjects(file).sets.map(roleOf);
  });
  expect([...new Set(roles)].sort()).toEqual(['all', 'index', 'serve']);
});

describe.each(HISTORY_PERMUTATIONS)('permutation %s', (file) => {
  const { objects, sets, config } = historyObjects(file);
  const claimNames = objects
    .filter(({ kind }) => kind === 'PersistentVolumeClaim')
    .map(({ metadata }) => metadata.name);
  const services = objects.filter(({ kind }) => kind === 'Service') as Service[];
  const labelsOf = ({ spec }: Workload) => spec.template.metadata.labels;
  const gateway = find<Workload>(objects, 'Deployment')!;
  const hasDatabase = sets.some((set) => 'HISTORY_DATABASE_URL' in environmentOf(set, config));
  const answering = sets.find((set) => roleOf(set) !== 'index')!;
  const { chains } = settingsOf(answering, config);

  it('the history node of the chart has names that Kubernetes accepts for StatefulSets', () => {
    expect(sets.filter(({ metadata }) => metadata.name.length > LONGEST_SET_NAME)).toEqual([]);
  });

  it('the history node of the chart has settings of the history node and no other', () => {
    for (const set of sets) {
      const names = Object.keys(environmentOf(set, config)).filter((name) => name !== 'EXTRA');
      expect(names.filter((name) => !(name in HISTORY_ROWS))).toEqual([]);
      expect(() => settingsOf(set, config)).not.toThrow();
    }
  });

  it('the history node of the chart writes files in one pod, and a database in pods that take over', () => {
    const writing = sets.filter((set) => roleOf(set) !== 'serve');
    expect(writing.map(({ kind, spec }) => [kind, roleOf(writing[0]!), spec.replicas > 1])).toEqual([
      hasDatabase ? ['Deployment', 'index', true] : ['StatefulSet', 'all', false],
    ]);
  });

  it('the history node of the chart is probed on its management port, liveness by the process alone', () => {
    for (const set of sets) {
      const { ports, startupProbe, livenessProbe, readinessProbe } = set.spec.template.spec.containers[0]!;
      const management = settingsOf(set, config).managementPort;
      expect(ports).toContainEqual({ name: 'management', containerPort: management });
      expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet)).toEqual(
        ['/livez', '/livez', '/readyz'].map((path) => ({ path, port: 'management' })),
      );
    }
  });

  it('the history node of the chart has a volume for SQLite files, and none with a database', () => {
    for (const { spec } of sets) {
      const { containers, volumes = [] } = spec.template.spec;
      const mounts = containers[0]!.volumeMounts!.filter(({ mountPath }) => mountPath !== '/tmp');
      const hasFiles = !containers[0]!.env!.some(({ name }) => name === 'HISTORY_DATABASE_URL');
      expect(mounts.map(({ mountPath }) => mountPath)).toEqual(
        hasFiles ? volumesOf('history') : ['/etc/database'],
      );
      if (hasFiles) expect(config.HISTORY_STATE_DIR).toBe(mounts[0]?.mountPath);
      const names = volumes.map(({ name }) => name);
      expect(mounts.every(({ name }) => names.includes(name))).toBe(true);
      const claims = volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
      expect(claims).toHaveLength(hasFiles && !file.includes('existing') ? 1 : 0);
      expect(claimNames).toEqual(expect.arrayContaining(claims));
    }
  });

  it('the history node of the chart is a node of the gateway for each chain and pod that answers', () => {
    const networks = networksOf(objects);
    if (networks === undefined) return expect(file).toBe('ci/history-existing-networks-values.yaml');
    const { name } = answering.metadata;
    const pods = Array.from({ length: answering.spec.replicas }, (_, index) => `${name}-${index}`);
    for (const chain of chains) {
      const nodes = networks[chain.name as 'mainnet']!.nodes.filter(({ label }) =>
        label?.startsWith('history'),
      );
      const { serviceName } = answering.spec;
      expect(nodes.map(({ url }) => url)).toEqual(
        pods.map((pod) => `http://${pod}.${serviceName}:${chain.port}`),
      );
      for (const { capabilities } of nodes)
        expect(capabilities).toEqual(['history', 'trace', 'v2', 'stream']);
    }
  });

  it('the history node of the chart has a name for each pod, also for one that is not ready', () => {
    for (const set of sets) {
      const service = services.find(({ metadata }) => metadata.name === `${set.metadata.name}-pods`)!;
      if (set.kind === 'StatefulSet') expect(set.spec.serviceName).toBe(service.metadata.name);
      expect(service.spec).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true });
      expect(isSelected(service.spec.selector, labelsOf(set))).toBe(true);
      const containerPorts = set.spec.template.spec.containers[0]!.ports!;
      const reached = service.spec.ports.map(({ port, targetPort }) => ({
        name: targetPort,
        containerPort: port,
      }));
      expect(reached).toEqual(expect.arrayContaining([...containerPorts]));
    }
    const ports = answering.spec.template.spec.containers[0]!.ports;
    for (const { name, port } of chains) expect(ports).toContainEqual({ name, containerPort: port });
  });

  it('the history node of the chart answers on its management port by the names of its services', () => {
    for (const set of sets) {
      const name = `${set.metadata.name}-pods`;
      const names = [name, `${name}.default`, `${name}.default.svc`, `${name}.default.svc.cluster.local`];
      expect(settingsOf(set, config).managementAllowedHosts).toEqual(expect.arrayContaining(names));
    }
  });

  it('the history node of the chart has one service for other clients, of ready pods that answer', () => {
    const service = services.find(
      ({ spec }) => spec.clusterIP !== 'None' && isSelected(spec.selector, labelsOf(answering)),
    )!;
    expect(service.spec.ports.map(({ port }) => port)).toEqual(chains.map(({ port }) => port));
    const others = sets.filter((set) => set !== answering);
    expect(others.filter((set) => isSelected(service.spec.selector, labelsOf(set)))).toEqual([]);
  });

  it('the history node of the chart reaches DNS, chains and databases alone, the gateway reaches it', () => {
    const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy') as NetworkPolicy[];
    const own = policies.find(({ spec }) => isSelected(spec.podSelector.matchLabels, labelsOf(answering)))!;
    for (const set of sets) expect(isSelected(own.spec.podSelector.matchLabels, labelsOf(set))).toBe(true);
    expect(isSelected(own.spec.podSelector.matchLabels, labelsOf(gateway))).toBe(false);

    const [requests] = own.spec.ingress;
    const from = requests?.from?.map(({ podSelector }) => podSelector!.matchLabels) ?? [];
    expect(isSelected(from[0]!, labelsOf(gateway))).toBe(true);
    const historyPorts = chains.map(({ port }) => ({ port, protocol: 'TCP' }));
    expect(requests?.ports).toEqual(historyPorts);

    const ofGateway = find<NetworkPolicy>(objects, 'NetworkPolicy')!;
    const toHistory = ofGateway.spec.egress.find(({ to = [] }) =>
      to.some(({ podSelector }) => podSelector!.matchLabels['app.kubernetes.io/part-of'] === 'history'),
    )!;
    expect(toHistory.ports).toEqual(historyPorts);
    expect(isSelected(toHistory.to![0]!.podSelector!.matchLabels, labelsOf(answering))).toBe(true);

    const urls = [config.HISTORY_SHIP_URL, config.HISTORY_ARCHIVE_URL, config.HISTORY_CHAIN_URL]
      .flatMap((list) => list?.split(/[,|]/) ?? [])
      .filter((url) => url !== 'none' && !url.startsWith('file:'));
    const portOf = (url: string) => Number(new URL(url).port || (/^(https|wss):/.test(url) ? 443 : 80));
    const { databaseUrl, coldUrl } = chains[0]!;
    const databases = [
      ...(databaseUrl === undefined ? [] : [5432]),
      ...(coldUrl === undefined ? [] : [8443]),
    ];
    const sent = own.spec.egress.flatMap(({ ports }) => ports.map(({ port }) => port));
    expect(new Set(sent)).toEqual(new Set([53, ...urls.map(portOf), ...databases]));
  });

  it('the history node of the chart is checked by helm test at its service and through the gateway', () => {
    const pod = objects.find(({ kind }) => kind === 'Pod') as Pod;
    const service = services.find(
      ({ spec }) => spec.clusterIP !== 'None' && isSelected(spec.selector, labelsOf(answering)),
    )!;
    const checked = pod.spec.containers[0]!.args!.filter((argument) => argument.endsWith('/v2/health'));
    const isListed = networksOf(objects) !== undefined;
    expect(checked).toEqual(
      chains.flatMap(({ name, port }) => [
        `http://${service.metadata.name}:${String(port)}/v2/health`,
        ...(isListed ? [`http://${gateway.metadata.name}:80/${name}/v2/health`] : []),
      ]),
    );
    const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy') as NetworkPolicy[];
    const own = policies.find(({ spec }) => isSelected(spec.podSelector.matchLabels, labelsOf(answering)))!;
    const from = own.spec.ingress[0]!.from!.map(({ podSelector }) => podSelector!.matchLabels);
    expect(from.some((selector) => isSelected(selector, pod.metadata.labels))).toBe(true);
  });

  it('the history node of the chart is scraped on every pod', () => {
    const monitor = objects.find(
      ({ kind, metadata }) => kind === 'ServiceMonitor' && metadata.name.includes('-history'),
    ) as (Selecting & { spec: { endpoints: { port: string }[] } }) | undefined;
    if (monitor === undefined) return expect(file).not.toBe('ci/history-database-values.yaml');
    for (const set of sets) {
      const scraped = services.filter(
        ({ metadata, spec }) =>
          isSelected(monitor.spec.selector.matchLabels, metadata.labels) &&
          isSelected(spec.selector, labelsOf(set)),
      );
      expect(scraped).toHaveLength(1);
      expect(scraped[0]!.spec.ports).toContainEqual({
        name: monitor.spec.endpoints[0]!.port,
        port: settingsOf(set, config).managementPort,
        targetPort: 'management',
        appProtocol: 'http',
      });
    }
  });

  it('the history node of the chart loses one pod that answers at a time', () => {
    const budget = objects.find(
      ({ kind, metadata }) => kind === 'PodDisruptionBudget' && metadata.name.includes('-history'),
    ) as Selecting | undefined;
    expect(budget !== undefined).toBe(roleOf(answering) === 'serve');
    if (budget) expect(isSelected(budget.spec.selector.matchLabels, labelsOf(answering))).toBe(true);
  });
});
