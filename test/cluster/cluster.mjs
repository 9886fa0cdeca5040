// `npm run test:cluster`: the chart in front of a real API server, its controllers and its scheduler. Each values file is
// installed, upgraded and taken back without a refused object or a warning; with three nodes in three zones, the pods of a
// drained node, of a lost zone and of a rollout are scheduled. Prints a line for each fact and saves them under
// test/load/results/. There are no machines: kubelets are answers of this program.
import { spawnSync } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureHelm, ensureKubernetes, KUBERNETES_VERSION, prepare, ROOT } from '../../scripts/setup.mjs';

await prepare('all');
const programs = await ensureKubernetes();
await ensureHelm();

const { machine } = await import('../load/machine.mjs');
const { changeOfValues, drain, drainWithoutRule, lifeOf, lostZone, rollout } = await import('./cases.mjs');
const { ControlPlane } = await import('./control-plane.mjs');
const { createNodes, Kubelets } = await import('./nodes.mjs');
const { prepareCluster } = await import('./prerequisites.mjs');

const ZONES = ['a', 'b', 'c'];
const NODES = ZONES.map((zone) => `node-${zone}`);
const chart = path.join(ROOT, 'helm', 'chain-tool-gateway');
const files = [...globSync('ci/*.yaml', { cwd: chart }), 'values-production.yaml'].sort();
const lines = [];
const say = (line) => {
  lines.push(line);
  process.stdout.write(`${line}\n`);
};

const plane = await ControlPlane.start(programs);
let kubelets;
try {
  await createNodes(plane.api, ZONES);
  await prepareCluster(plane.api);
  kubelets = new Kubelets(plane.api);
  for (const [index, file] of files.entries())
    say(`${file}: ${await lifeOf(plane, file, index)} objects installed, upgraded, taken back`);
  await changeOfValues(plane);
  say('the development chains became production and a history in PostgreSQL, and production again');
  await drain(plane, NODES);
  say('drained node: its pod is scheduled on another one');
  await lostZone(plane, NODES);
  say('lost zone: its pod is scheduled in another one');
  await rollout(plane, NODES);
  say('rollout with a cordoned node: ends');
  await drainWithoutRule(plane, NODES);
  say('drained node without nodeTaintsPolicy and matchLabelKeys: its pod stays pending');
  await kubelets.stop();
  kubelets = undefined;
  const [etcd] = spawnSync('etcd', ['--version'], { encoding: 'utf8' }).stdout.split('\n');
  const helm = spawnSync(process.env.HELM, ['version', '--short'], { encoding: 'utf8' }).stdout.trim();
  const result = { machine: machine(), kubernetes: KUBERNETES_VERSION, helm, etcd, lines };
  writeFileSync(
    path.join(ROOT, 'test', 'load', 'results', 'cluster.json'),
    `${JSON.stringify(result, null, 2)}\n`,
  );
} finally {
  await kubelets?.stop();
  await plane.stop();
}
