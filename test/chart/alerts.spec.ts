import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { GatewayProcess } from '../harness/process/gateway-process';
import { runProgram } from '../harness/process/run-program';
import { CHART } from './render';

const RULES = path.join(CHART, 'files', 'alerts.yaml');
const TESTS = path.join(__dirname, 'alerts.test.yaml');

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}
interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

const rules = (parse(readFileSync(RULES, 'utf8')) as Rules).groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readFileSync(path.join(CHART, 'files', 'dashboard.json'), 'utf8')) as Dashboard;
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
];

describe('alerts of the chart', () => {
  it('alerts of the chart are valid rules', async () => {
    const { code, output } = await runProgram('promtool', ['check', 'rules', RULES]);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('SUCCESS') as string });
  });

  it('fire and stay silent as their unit tests say', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'alerts-'));
    copyFileSync(RULES, path.join(folder, 'alerts.yaml'));
    copyFileSync(TESTS, path.join(folder, 'test.yaml'));
    const { code, output } = await runProgram('promtool', ['test', 'rules', path.join(folder, 'test.yaml')]);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('SUCCESS') as string });
  });

  it('alerts of the chart have a unit test each', () => {
    const text = readFileSync(TESTS, 'utf8');
    expect(rules.map(({ alert }) => alert).filter((alert) => !text.includes(`alertname: ${alert}`))).toEqual(
      [],
    );
  });

  it('name metrics that a running gateway has, like the panels of the dashboard', async () => {
    const gateway = await GatewayProcess.startManaged();
    try {
      await gateway.port();
      const text = await (await fetch(`http://127.0.0.1:${gateway.managementPort}/metrics`)).text();
      const known = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
      const named = expressions.flatMap((expr) => expr.match(/\b(?:gateway|nodejs|process)_\w+/g) ?? []);
      expect(named.length).toBeGreaterThan(expressions.length / 2);
      const base = (name: string): string => name.replace(/_(?:bucket|count|sum)$/, '');
      expect(named.filter((name) => !known.has(name) && !known.has(base(name)))).toEqual([]);
    } finally {
      await gateway.kill();
    }
  });
});
