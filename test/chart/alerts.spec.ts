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
  readonly tests: readonly {
    readonly interval: string;
    readonly alert_rule_test: readonly { readonly alertname: string }[];
  }[];
}

const allRules = parse(readFileSync(RULES, 'utf8')) as Rules;
const { groups } = allRules;
const rules = groups.flatMap((group) => group.rules);
const unitTests = parse(readFileSync(TESTS, 'utf8')) as UnitTests;

/** Both outputs in one, in the order in which they are written. */
const PROMTOOL = 'exec promtool "$@" 2>&1';

/** Runs unit tests on each of the rule files, in one process. Resolves to `SUCCESS` or `FAILED: ...` for each. */
async function testRules(contents: readonly object[], unitTests: UnitTests): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'alerts-'));
  const filesOf = contents.map((content, index) => {
    const name = `rules${index}.yaml`;
    writeFileSync(path.join(folder, name), stringify(content));
    return byInterval(unitTests).map((tests, part) => {
      const file = path.join(folder, `test${index}-${part}.yaml`);
      writeFileSync(file, stringify({ ...tests, rule_files: [name] }));
      return file;
    });
  });
  try {
    const { output } = await runProgram('sh', ['-c', PROMTOOL, 'sh', 'test', 'rules', ...filesOf.flat()]);
    return filesOf.map((files) => {
      const outcomes = outcomesOf(output, files);
      return outcomes.find((outcome) => outcome !== 'SUCCESS') ?? 'SUCCESS';
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Rules are evaluated as often as there are samples: those of a window of days twice an hour. */
function byInterval({ tests, ...rest }: UnitTests): object[] {
  const intervals = [...new Set(tests.map(({ interval }) => interval))];
  return intervals.map((interval) => ({
    ...rest,
    evaluation_interval: interval,
    tests: tests.filter((test) => test.interval === interval),
  }));
}

/** An output has a paragraph for each file: `Unit Testing:  <file>`, and `SUCCESS` or `FAILED:` below. */
function outcomesOf(output: string, files: readonly string[]): string[] {
  const paragraphs = output.split('Unit Testing:').map((text) => text.trim());
  return files.map((file) => {
    const [first = ''] = paragraphs.filter((text) => text.startsWith(`${file}\n`));
    return first.slice(file.length).trim();
  });
}

/** A rule file with one rule. */
const rulesOf = (rule: Rule): Rules => ({ groups: [{ name: 'one', rules: [rule] }] });

/** The unit tests of one alert: those of all take 0.4 s. */
function testsOf(alert: string): UnitTests {
  const tests = unitTests.tests.map((test) => ({
    ...test,
    alert_rule_test: test.alert_rule_test.filter(({ alertname }) => alertname === alert),
  }));
  return { ...unitTests, tests: tests.filter((test) => test.alert_rule_test.length > 0) };
}

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
    expect(await testRules([allRules], unitTests)).toEqual(['SUCCESS']);
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    'alert %s passes its unit tests, and fails them with another threshold and after another time',
    async (alert, rule) => {
      const mutations = mutationsOf(rule);
      const [passes, ...outcomes] = await testRules([rule, ...mutations].map(rulesOf), testsOf(alert));
      expect(passes).toBe('SUCCESS');
      const FAILED = expect.stringMatching(/^FAILED:/) as string;
      expect(mutations.map((mutation, index) => ({ mutation, outcome: outcomes[index] }))).toEqual(
        mutations.map((mutation) => ({ mutation, outcome: FAILED })),
      );
    },
  );

  it('alerts of the chart are each a heading of the runbook, and no other is', () => {
    const page = readFileSync(path.join(CHART, '..', '..', 'docs', 'how-to', 'alerts.md'), 'utf8');
    const headings = [...page.matchAll(/^### (\w+)$/gm)].map(([, alert]) => alert);
    expect(headings.sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });
});
