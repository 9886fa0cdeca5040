import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { runProgram } from '../harness/process/run-program';
import { mutationsOf, type Rule } from './alert-mutations';
import { CHART } from './render';

const RULES = path.join(CHART, 'files', 'alerts.yaml');
const TESTS = path.join(__dirname, 'alerts.test.yaml');

interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

interface UnitTests {
  readonly tests: readonly { readonly alert_rule_test: readonly { readonly alertname: string }[] }[];
}

const text = readFileSync(RULES, 'utf8');
const { groups } = parse(text) as Rules;
const rules = groups.flatMap((group) => group.rules);
const unitTests = readFileSync(TESTS, 'utf8');

/** Runs unit tests on a rule file. */
async function testRules(content: string, tests: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'alerts-'));
  writeFileSync(path.join(folder, 'alerts.yaml'), content);
  writeFileSync(path.join(folder, 'test.yaml'), tests);
  try {
    return await runProgram('promtool', ['test', 'rules', path.join(folder, 'test.yaml')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A rule file with one rule. */
const rulesOf = (rule: Rule): string => stringify({ groups: [{ name: 'one', rules: [rule] }] });

/** The unit tests of one alert: those of all take 0.4 s. */
function testsOf(alert: string): string {
  const all = parse(unitTests) as UnitTests;
  const tests = all.tests.map((test) => ({
    ...test,
    alert_rule_test: test.alert_rule_test.filter(({ alertname }) => alertname === alert),
  }));
  return stringify({ ...all, tests: tests.filter((test) => test.alert_rule_test.length > 0) });
}

describe('alerts of the chart', () => {
  it('alerts of the chart are valid rules', async () => {
    const { code, output } = await runProgram('promtool', ['check', 'rules', RULES]);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('SUCCESS') as string });
  });

  it('alerts of the chart fire and stay silent as their unit tests say', async () => {
    expect(await testRules(text, unitTests)).toEqual({
      code: 0,
      output: expect.stringContaining('SUCCESS') as string,
    });
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    'alert %s passes its unit tests, and fails them with another threshold and after another time',
    async (alert, rule) => {
      const tests = testsOf(alert);
      expect(await testRules(rulesOf(rule), tests)).toMatchObject({ code: 0 });
      for (const mutation of mutationsOf(rule)) {
        const { code } = await testRules(rulesOf(mutation), tests);
        expect({ code, mutation }).toMatchObject({ code: 1 });
      }
    },
  );

  it('alerts of the chart are each explained in the documentation', () => {
    const page = readFileSync(path.join(CHART, '..', '..', 'docs', 'operate.md'), 'utf8');
    expect(rules.map(({ alert }) => alert).filter((alert) => !page.includes(`| \`${alert}\` `))).toEqual([]);
  });
});
