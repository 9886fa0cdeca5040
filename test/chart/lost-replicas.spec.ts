import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { runProgram } from '../harness/process/run-program';
import { find, type KubernetesObject, objectsOf, RELEASE } from './render';

interface PrometheusRule extends KubernetesObject {
  readonly spec: { readonly groups: readonly object[] };
}

const NAMES = `namespace="default",job="${RELEASE}"`;
const objects = objectsOf('ci/history-database-values.yaml');
const gateway = find<KubernetesObject>(objects, 'Service', '-management')!.metadata.name;
const up = (pod: string, values: string, service = gateway) => ({
  series: `up{${NAMES},service="${service}",instance="${pod}:1",pod="${pod}"}`,
  values,
});
/** The history node of the release, which is well and has the same job. */
const HISTORY = up('h1', '1x720', 'history-pods');

const down = (pod: string) => ({
  exp_labels: { severity: 'warning', namespace: 'default', job: RELEASE, instance: `${pod}:1`, pod },
  exp_annotations: {
    summary: `The replica ${pod}:1 is not reached`,
    description:
      'Prometheus does not reach its management port. The process ended, hangs, or the network policy excludes Prometheus.',
  },
});
const gone = {
  exp_labels: { severity: 'critical', namespace: 'default', job: RELEASE },
  exp_annotations: {
    summary: `No replica of ${RELEASE} in default is reached`,
    description: 'The service answers nothing, or Prometheus does not reach its targets.',
  },
};

/** Evaluates the rules of the release over twelve hours. Resolves to the output of promtool. */
async function tested(
  input_series: readonly object[],
  alerts: Readonly<Record<string, readonly object[]>>,
): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lost-'));
  try {
    const { groups } = find<PrometheusRule>(objects, 'PrometheusRule')!.spec;
    writeFileSync(path.join(folder, 'rules.yaml'), stringify({ groups }));
    const alert_rule_test = Object.entries(alerts).flatMap(([alertname, exp_alerts]) =>
      ['10m', '11h'].map((eval_time) => ({ alertname, eval_time, exp_alerts })),
    );
    const test = { interval: '1m', input_series, alert_rule_test };
    const file = path.join(folder, 'test.yaml');
    writeFileSync(file, stringify({ rule_files: ['rules.yaml'], evaluation_interval: '1m', tests: [test] }));
    const { code, output } = await runProgram('promtool', ['test', 'rules', file]);
    return code === 0 ? 'as expected' : output;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.each([
  ['report none where all are reached', [up('p1', '1x720'), up('p2', '1x720')], [], []],
  ['report one as long as it is lost', [up('p1', '1x2 0x720'), up('p2', '1x720')], [down('p1')], []],
  [
    'report all that were never reached, one by one and together',
    [up('p1', '0x720'), up('p2', '0x720')],
    [down('p1'), down('p2')],
    [gone],
  ],
  ['report a release that never had a replica', [], [], [gone]],
  ['report a release whose replicas are gone for hours', [up('p1', '1x2 stale')], [], [gone]],
])('the alerts of lost replicas in a release %s', async (_what, series, replicas, release) => {
  const alerts = { GatewayReplicaDown: replicas, GatewayGone: release };
  expect(await tested([...series, HISTORY], alerts)).toBe('as expected');
});
