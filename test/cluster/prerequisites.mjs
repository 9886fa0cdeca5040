// Kinds of other projects and a priority class, which the chart finds in a cluster.
import { until } from './until.mjs';

const KINDS = [
  ['monitoring.coreos.com', 'v1', 'ServiceMonitor', 'servicemonitors'],
  ['monitoring.coreos.com', 'v1', 'PrometheusRule', 'prometheusrules'],
  ['gateway.networking.k8s.io', 'v1', 'HTTPRoute', 'httproutes'],
];

/** Kinds with any members: test/chart checks those that the chart writes. */
const definition = ([group, version, kind, plural]) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {
    name: `${plural}.${group}`,
    annotations: { 'api-approved.kubernetes.io': 'unapproved, of a test' },
  },
  spec: {
    group,
    scope: 'Namespaced',
    names: { kind, plural },
    versions: [
      {
        name: version,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
});

export async function prepareCluster(api) {
  for (const kind of KINDS) await api.create(definition(kind));
  for (const [group, version, , plural] of KINDS)
    await until(`${plural} are served`, () =>
      api.get(`/apis/${group}/${version}/${plural}`).then(
        () => true,
        (error) => {
          if (error.status !== 404) throw error;
          return false;
        },
      ),
    );
  await api.create({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'high' },
    value: 1000,
  });
}
