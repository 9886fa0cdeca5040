import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { longOr } from '../harness/long';
import { madeOnce } from '../harness/made-once';
import { runProgram } from '../harness/process/run-program';
import { mutationsOf, type Rule } from './alert-mutations';
import { CHART } from './render';

const RULES = path.join(CHART, 'files', 'alerts.yaml');
const TESTS = path.join(__dirname, 'alerts.test.yaml');

interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

interface UnitTest {
  readonly interval: string;
  readonly alert_rule_test: readonly { readonly alertname: string }[];
}

const { groups } = parse(readFileSync(RULES, 'utf8')) as Rules;
const rules = groups.flatMap((group) => group.rules);
const { tests } = parse(readFileSync(TESTS, 'utf8')) as { readonly tests: readonly UnitTest[] };

/** Both outputs in one, in the order in which they are written. */
const PROMTOOL = 'exec promtool "$@" 2>&1';
/** Separator of the paragraphs in an output, one paragraph for each file. */
const FILE = 'Unit Testing:';

/**
 * Mutations of each rule, as alerts of their own. The long form has all, the short form each second one: the others of
 * the next rule.
 */
const mutants = new Map(
  rules.map((rule, own) => {
    const all = mutationsOf(rule).map((mutation, index) => ({
      ...mutation,
      alert: `${rule.alert}_${index}`,
    }));
    return [rule.alert, all.filter((_, index) => longOr(true, (index + own) % 2 === 0))];
  }),
);

/** Writes a unit test with the rules that it is about: each rule and its mutants have to keep what it expects. */
function writeTest(folder: string, index: number, test: UnitTest): string {
  const named = new Set(test.alert_rule_test.map(({ alertname }) => alertname));
  const tested = rules.filter(({ alert }) => named.has(alert));
  const group = { name: 'one', rules: tested.flatMap((rule) => [rule, ...mutants.get(rule.alert)!]) };
  writeFileSync(path.join(folder, `rules${index}.yaml`), stringify({ groups: [group] }));
  const alert_rule_test = test.alert_rule_test.flatMap((expected) =>
    [expected.alertname, ...(mutants.get(expected.alertname) ?? []).map(({ alert }) => alert)].map(
      (alertname) => ({ ...expected, alertname }),
    ),
  );
  const file = path.join(folder, `test${index}.yaml`);
  // Rules are evaluated as often as there are samples: those of a window of days twice an hour.
  const evaluation = { rule_files: [`rules${index}.yaml`], evaluation_interval: test.interval };
  writeFileSync(file, stringify({ ...evaluation, tests: [{ ...test, alert_rule_test }] }));
  return file;
}

/** Runs the unit tests in one process. Resolves to the alerts that fail one; a test that cannot run is named instead. */
const failingAlerts = madeOnce(async (): Promise<ReadonlySet<string>> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'alerts-'));
  try {
    const files = tests.map((test, index) => writeTest(folder, index, test));
    const { output } = await runProgram('sh', ['-c', PROMTOOL, 'sh', 'test', 'rules', ...files]);
    const paragraphs = output.split(FILE).map((text) => text.trim());
    const failing = files.flatMap((file) => {
      const text = paragraphs.find((paragraph) => paragraph.startsWith(`${file}\n`)) ?? `${file}: ${output}`;
      if (text.endsWith('SUCCESS')) return [];
      const alerts = [...text.matchAll(/alertname: (\w+), time: /g)].map(([, alert]) => alert!);
      return alerts.length > 0 ? alerts : [text];
    });
    return new Set(failing);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('alerts', () => {
  it('alerts of the chart are valid rules', async () => {
    const { code, output } = await runProgram('promtool', ['check', 'rules', RULES]);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('SUCCESS') as string });
  });

  it('alerts of the chart keep the namespace and the job of a release in every aggregation', () => {
    const groupings = rules.flatMap(({ alert, expr }) =>
      [...expr.matchAll(/\b(?:sum|max|min|count|avg)\b\s*(?:by \(([^)]*)\))?/g)].map(([, by = '']) => ({
        alert,
        by,
      })),
    );
    expect(groupings.length).toBeGreaterThanOrEqual(rules.length);
    expect(groupings.filter(({ by }) => !by.startsWith('namespace, job'))).toEqual([]);
  });

  it('alerts of the chart fire and stay silent as their unit tests say', async () => {
    const isMutant = new Set([...mutants.values()].flat().map(({ alert }) => alert));
    expect([...(await failingAlerts())].filter((alert) => !isMutant.has(alert))).toEqual([]);
  });

  it.each(rules.map(({ alert }) => alert))(
    'alert %s fails its unit tests with another threshold and after another time',
    async (alert) => {
      const failing = await failingAlerts();
      expect(mutants.get(alert)!.length).toBeGreaterThan(0);
      expect(mutants.get(alert)!.filter((mutant) => !failing.has(mutant.alert))).toEqual([]);
    },
  );

  it('alerts of the chart are each a heading of the runbook, and no other is', () => {
    const page = readFileSync(path.join(CHART, '..', '..', 'docs', 'how-to', 'alerts.md'), 'utf8');
    const headings = [...page.matchAll(/^### (\w+)$/gm)].map(([, alert]) => alert);
    expect(headings.sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });
});
