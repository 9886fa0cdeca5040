import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { runProgram } from '../harness/process/run-program';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
}

const RULES = path.resolve(__dirname, '..', '..', 'helm', 'chain-tool-gateway', 'files', 'alerts.yaml');

// The modules are ESM, which a spec cannot import.
async function evaluate(modules: Readonly<Record<string, string>>, expression: string): Promise<unknown> {
  const imports = Object.entries(modules).map(
    ([file, names]) => `import ${names} from ${JSON.stringify(path.join(__dirname, file))};`,
  );
  const code = `${imports.join('\n')} console.log(JSON.stringify(${expression}))`;
  const { output } = await runProgram(process.execPath, ['--input-type=module', '-e', code]);
  return JSON.parse(output);
}

describe('the suite that causes alerts', () => {
  it('the suite causes each alert of the chart, or lists it with the reason why it does not', async () => {
    const modules = {
      'cases/all.mjs': '{ CAUSED }',
      'coverage.mjs': '{ coverageProblems, NOT_CAUSED }',
      'scaled-rules.mjs': '{ chartRules }',
    };
    const names = 'chartRules().flatMap(({ rules }) => rules.map(({ alert }) => alert))';
    expect(await evaluate(modules, `coverageProblems(${names}, CAUSED, Object.keys(NOT_CAUSED))`)).toEqual(
      [],
    );
  });

  it('the suite refuses an alert that is in no list, in both, or in no file', async () => {
    const problems = await evaluate(
      { 'coverage.mjs': '{ coverageProblems }' },
      "coverageProblems(['A', 'B', 'C'], ['A', 'B', 'D'], ['B'])",
    );
    expect(problems).toEqual([
      'C is neither caused by a case nor listed in NOT_CAUSED',
      'B is caused and listed',
      'D is no alert of the chart',
    ]);
  });

  it('the suite divides durations of the rules by 60, and changes nothing else', async () => {
    const modules = { 'scaled-rules.mjs': '{ chartRules, scaledGroups }' };
    const groups = (await evaluate(modules, 'scaledGroups(chartRules())')) as { readonly rules: Rule[] }[];
    const before = (parse(readFileSync(RULES, 'utf8')) as { readonly groups: { readonly rules: Rule[] }[] })
      .groups;
    const seconds: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };
    const divided = (text: string): string =>
      `${(Number(text.slice(0, -1)) * seconds[text.at(-1)!]! * 1_000) / 60}ms`;
    const expected = before.map((group) => ({
      ...group,
      rules: group.rules.map((rule) => ({
        ...rule,
        expr: rule.expr.replaceAll(/\d+[smhd](?=\])/g, divided),
        ...(rule.for === undefined ? {} : { for: divided(rule.for) }),
      })),
    }));
    expect(groups).toEqual(expected);
    expect(groups[0]!.rules[0]!.for).toBe('1000ms');
  });
});
