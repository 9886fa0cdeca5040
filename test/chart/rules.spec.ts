import { loadSettings } from '@app/operations';
import type { ConfigMap, NetworkPolicy, Pod, Selecting, Workload } from './kinds';
import { find, objectsOf, PERMUTATIONS } from './render';

/** Least heap of a gateway under load (docs/how-to/operate.md, memory). */
const HEAP_BYTES = 256 * 2 ** 20;
const HARDENED = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

describe.each(PERMUTATIONS)('permutation %s', (file) => {
  const objects = objectsOf(file);
  const workloads = objects.filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind)) as Workload[];
  const gateway = find<Workload>(objects, 'Deployment')!;
  const pod = gateway.spec.template.spec;
  const container = pod.containers[0]!;
  const env = find<ConfigMap>(objects, 'ConfigMap')!.data;
  /** With a text in place of those that are in a Secret; a URL in one is not read here. */
  const settings = {
    ...env,
    ...Object.fromEntries(
      (container.env ?? [])
        .filter(({ name }) => ['REDIS_PASSWORD', 'REDIS_SHARED_SECRET'].includes(name))
        .map(({ name }) => [name, 'x'.repeat(40)]),
    ),
  };

  it('the chart names every object in at most 63 characters', () => {
    expect(objects.map(({ metadata }) => metadata.name).filter((name) => name.length > 63)).toEqual([]);
  });

  it('the chart selects the pods of a workload by labels that do not change with the version', () => {
    for (const { spec } of workloads) {
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
      expect(Object.keys(spec.selector.matchLabels).filter((name) => /version|chart/.test(name))).toEqual([]);
    }
  });

  it('the chart runs every container hardened and with resources', () => {
    const tests = objects.filter(({ kind }) => kind === 'Pod') as Pod[];
    const pods = [...workloads.map(({ spec }) => spec.template.spec), ...tests.map(({ spec }) => spec)];
    for (const { securityContext, automountServiceAccountToken, containers } of pods) {
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(automountServiceAccountToken).toBe(false);
      expect(containers[0]).toMatchObject({
        securityContext: HARDENED,
        resources: { requests: { 'ephemeral-storage': expect.any(String) as string }, limits: {} },
      });
    }
  });

  it('the memory limit of the chart has room for the heap and all bounded buffers', () => {
    const { clientLimits, mirror } = loadSettings(settings);
    const { bodyBytesInFlight, responseBytesInFlight } = clientLimits;
    const networks = 2;
    const bounded = bodyBytesInFlight + responseBytesInFlight + networks * mirror.cacheBytes;
    const { limits } = container.resources as { readonly limits: { readonly memory: string } };
    const [, gibibytes] = /^(\d+)Gi$/.exec(limits.memory)!;
    expect(Number(gibibytes) * 2 ** 30).toBeGreaterThanOrEqual(bounded + HEAP_BYTES);
  });

  it('the chart probes a named port, liveness by the process alone', () => {
    const { startupProbe, readinessProbe, livenessProbe, ports } = container;
    expect(livenessProbe?.httpGet.path).toBe('/livez');
    expect(readinessProbe?.httpGet.path).toBe('/readyz');
    const names = ports?.map(({ name }) => name);
    for (const probe of [startupProbe, readinessProbe, livenessProbe])
      expect(names).toContain(probe?.httpGet.port);
  });

  it('a pod has more time to stop than readiness and drain take, and the drain more than a push', () => {
    const { push, shutdown } = loadSettings(settings);
    const { periodSeconds, failureThreshold } = container.readinessProbe!;
    expect(shutdown.delayMs).toBeGreaterThanOrEqual(periodSeconds * failureThreshold * 1000);
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(shutdown.delayMs + shutdown.drainMs);
    expect(shutdown.drainMs).toBeGreaterThan(push.budgetMs);
  });

  it('the chart gives the gateway settings that it accepts', () => {
    expect(() => loadSettings(settings)).not.toThrow();
  });

  it('the chart sets no replicas when the autoscaler does', () => {
    expect(gateway.spec.replicas === undefined).toBe(
      objects.some(({ kind }) => kind === 'HorizontalPodAutoscaler'),
    );
  });

  it('the chart spreads and protects the pods of the gateway', () => {
    const { labels } = gateway.spec.template.metadata;
    for (const { labelSelector } of pod.topologySpreadConstraints ?? [])
      expect(labelSelector.matchLabels).toEqual(gateway.spec.selector.matchLabels);
    for (const { kind, spec } of workloads)
      for (const constraint of spec.template.spec.topologySpreadConstraints ?? [])
        expect(constraint).toMatchObject({
          nodeTaintsPolicy: 'Honor',
          ...(kind === 'Deployment' ? { matchLabelKeys: ['pod-template-hash'] } : {}),
          ...(constraint.topologyKey.endsWith('/zone') ? {} : { whenUnsatisfiable: 'ScheduleAnyway' }),
        });
    const budget = find<Selecting>(objects, 'PodDisruptionBudget');
    expect(labels).toMatchObject(budget?.spec.selector.matchLabels ?? {});
  });

  it('the network policy of the chart allows DNS, nodes and Redis', () => {
    const policy = find<NetworkPolicy>(objects, 'NetworkPolicy');
    if (policy === undefined) return expect(file).toBe('ci/minimal-values.yaml');
    const ports = policy.spec.egress
      .flatMap((rule) => rule.ports)
      .map(({ port, protocol }) => `${protocol} ${port}`);
    expect(ports).toEqual(expect.arrayContaining(['UDP 53', 'TCP 53', 'TCP 443']));
    const redisPort = env.REDIS_URL && (new URL(env.REDIS_URL).port || '6379');
    if (redisPort) expect(ports).toContain(`TCP ${redisPort}`);
  });

  it('the network policies of the chart have no egress rule that allows every port and address', () => {
    const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy') as NetworkPolicy[];
    const rules: readonly Partial<NetworkPolicy['spec']['egress'][number]>[] = policies.flatMap(
      ({ spec }) => spec.egress,
    );
    expect(rules.filter(({ ports, to }) => (ports ?? to ?? []).length === 0)).toEqual([]);
  });

  it('the network policy of the chart allows every server of Redis that a value names', () => {
    const policy = find<NetworkPolicy>(objects, 'NetworkPolicy');
    const ports = policy?.spec.egress.flatMap((rule) => rule.ports).map(({ port }) => String(port));
    const named = [env.REDIS_CLUSTER_NODES, env.REDIS_SENTINELS].flatMap((list) => list?.split(',') ?? []);
    const wanted = named.map((address) => address.slice(address.lastIndexOf(':') + 1));
    if (wanted.length > 0) expect(ports).toEqual(expect.arrayContaining(wanted));
    expect(wanted.length > 0).toBe(/redis-(cluster|sentinel)/.test(file));
  });

  it('a ConfigMap of the chart holds no secret', () => {
    const texts = objects.filter(({ kind }) => kind === 'ConfigMap').map((object) => JSON.stringify(object));
    expect(texts.filter((text) => /:\/\/[^/\s"]+@|password|PVT_/i.test(text))).toEqual([]);
  });
});
