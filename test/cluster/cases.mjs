import assert from 'node:assert/strict';
import { setCordoned, setReady, taintsOf } from './nodes.mjs';
import { Release } from './release.mjs';
import { until } from './until.mjs';

const PRODUCTION = 'values-production.yaml';
const REPLICAS = 3;

/** Installs, upgrades and takes back a values file. Resolves to the number of objects that were checked. */
export async function lifeOf(plane, file, index) {
  const release = await Release.in(plane, `life-${index}`);
  await release.install(file);
  const objects = await release.objects();
  for (const object of objects)
    assert.deepEqual(await plane.api.applied(object, release.namespace), [], `${object.kind} of ${file}`);
  await release.upgrade(file, '--set', 'image.tag=2.0.0', '--set', 'podAnnotations.revision=two');
  await release.rollback();
  await until(`every workload of ${file} has all of its pods`, () => hasAllPods(release));
  await release.helm('uninstall', 'gateway');
  return objects.length;
}

async function hasAllPods({ api, namespace }) {
  const path = (kind) => `/apis/apps/v1/namespaces/${namespace}/${kind}`;
  const all = [...(await api.list(path('deployments'))), ...(await api.list(path('statefulsets')))];
  return all.every(
    ({ metadata, spec, status }) =>
      status.observedGeneration === metadata.generation &&
      (status.updatedReplicas ?? 0) === spec.replicas &&
      (status.availableReplicas ?? 0) === spec.replicas,
  );
}

/** One release of the defaults that becomes one for production, and back. */
export async function changeOfValues(plane) {
  const release = await Release.in(plane, 'change');
  await release.install('ci/history-values.yaml');
  await release.upgrade(PRODUCTION);
  await release.upgrade('ci/history-database-values.yaml', '--reset-values');
  await release.rollback();
  await until('the gateway for production has its pods', () => hasAllPods(release));
  await release.helm('uninstall', 'gateway');
}

/** The nodes of pods, one for each. */
const nodesOf = (pods) => pods.map(({ spec }) => spec.nodeName).sort();

async function production(plane, name, replicas = REPLICAS) {
  const release = await Release.in(plane, name);
  await release.install(PRODUCTION);
  await release.scale(replicas);
  await until(`${replicas} pods are available`, () => release.isRolledOut(replicas));
  return release;
}

const allScheduled = async (release, replicas) => {
  const pods = await release.pods();
  return pods.length === replicas && pods.every(({ spec }) => spec.nodeName !== undefined);
};

/** The pods of a drained node are scheduled on the others. */
export async function drain(plane, nodes) {
  const release = await production(plane, 'drain');
  assert.deepEqual(nodesOf(await release.pods()), [...nodes].sort());
  const [drained] = nodes;
  await setCordoned(plane.api, drained, true);
  await until('the cordoned node is tainted', async () =>
    (await taintsOf(plane.api, drained)).includes('unschedulable'),
  );
  const pod = (await release.pods()).find(({ spec }) => spec.nodeName === drained);
  await release.evict(pod);
  await until('the replacement is scheduled', () => allScheduled(release, REPLICAS));
  assert(!nodesOf(await release.pods()).includes(drained));
  await setCordoned(plane.api, drained, false);
  await release.helm('uninstall', 'gateway');
}

/** The pods of a lost zone are scheduled in the others. */
export async function lostZone(plane, nodes) {
  const release = await production(plane, 'zone');
  const [lost] = nodes;
  await setReady(plane.api, lost, false);
  await until('the lost node is tainted', async () =>
    (await taintsOf(plane.api, lost)).includes('unreachable'),
  );
  // As the controllers do 5 minutes later.
  await release.remove((await release.pods()).find(({ spec }) => spec.nodeName === lost));
  await until('the replacement is scheduled', () => allScheduled(release, REPLICAS));
  assert(!nodesOf(await release.pods()).includes(lost));
  await setReady(plane.api, lost, true);
  await release.helm('uninstall', 'gateway');
}

/** A rollout ends while a node is cordoned: each pod more than the wanted number is scheduled. */
export async function rollout(plane, nodes) {
  const [cordoned] = nodes;
  await setCordoned(plane.api, cordoned, true);
  await until('the cordoned node is tainted', async () =>
    (await taintsOf(plane.api, cordoned)).includes('unschedulable'),
  );
  const release = await production(plane, 'rollout', 2);
  await release.restart();
  await until('the rollout ends', () => release.isRolledOut(2));
  await setCordoned(plane.api, cordoned, false);
  await release.helm('uninstall', 'gateway');
}

/** The rule that these cases hold: without it the replacement of a drained node is pending. */
export async function drainWithoutRule(plane, nodes) {
  const release = await production(plane, 'without');
  const gateway = await release.gateway();
  const constraints = gateway.spec.template.spec.topologySpreadConstraints.map(
    ({ nodeTaintsPolicy: _policy, matchLabelKeys: _keys, ...constraint }) => constraint,
  );
  await plane.api.merge(gateway, release.namespace, {
    spec: { template: { spec: { topologySpreadConstraints: constraints } } },
  });
  await until('the pods are of that revision', () => release.isRolledOut(REPLICAS));
  const [drained] = nodes;
  await setCordoned(plane.api, drained, true);
  await release.evict((await release.pods()).find(({ spec }) => spec.nodeName === drained));
  await until('the replacement is refused by the scheduler', async () =>
    (await release.pods()).some(({ status }) =>
      status.conditions?.some(
        ({ reason, message = '' }) => reason === 'Unschedulable' && message.includes('spread'),
      ),
    ),
  );
  await setCordoned(plane.api, drained, false);
  await release.helm('uninstall', 'gateway');
}
