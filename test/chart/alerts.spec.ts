import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const text = readFileSync(RULES, 'utf8');
const { groups } = parse(text) as Rules;
const rules = groups.flatMap((group) => group.rules);

/** Runs the unit tests of the alerts on a rule file. */
async function testRules(content: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'alerts-'));
  writeFileSync(path.join(folder, 'alerts.yaml'), content);
  copyFileSync(TESTS, path.join(folder, 'test.yaml'));
  try {
    return await runProgram('promtool', ['test', 'rules', path.join(folder, 'test.yaml')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The rule file with one rule in place of another. */
const withRule = (before: Rule, after: Rule): string =>
  stringify({
    groups: groups.map((group) => ({
      ...group,
      rules: group.rules.map((rule) => (rule === before ? after : rule)),
    })),
  });

describe('alerts of the chart', () => {
  it('alerts of the chart are valid rules', async () => {
    const { code, output } = await runProgram('promtool', ['check', 'rules', RULES]);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('SUCCESS') as string });
  });

  it('alerts of the chart fire and stay silent as their unit tests say', async () => {
    expect(await testRules(text)).toEqual({
      code: 0,
      output: expect.stringContaining('SUCCESS') as string,
    });
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    'alert %s fails its unit tests with another threshold and after another time',
    async (_name, rule) => {
      for (const mutation of mutationsOf(rule)) {
        const { code } = await testRules(withRule(rule, mutation));
        expect({ code, mutation }).toMatchObject({ code: 1 });
      }
    },
  );

  it('alerts of the chart are each explained in the documentation', () => {
    const page = readFileSync(path.join(CHART, '..', '..', 'docs', 'operate.md'), 'utf8');
    expect(rules.map(({ alert }) => alert).filter((alert) => !page.includes(`| \`${alert}\` `))).toEqual([]);
  });
});
