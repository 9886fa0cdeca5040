/** A rule of files/alerts.yaml. */
export interface Rule {
  readonly alert: string;
  readonly expr: string;
  /** In minutes, as 10m. */
  readonly for?: string;
}

const COMPARISON = /(==|>|<) ([\d.]+)\s*$/;

/**
 * Rules that fire at twice and half the threshold, and after twice and half the time. A rule that compares several
 * windows with its threshold gives them for each of them.
 */
export function mutationsOf(rule: Rule): Rule[] {
  const [text, operator, threshold] = COMPARISON.exec(rule.expr) ?? [];
  if (text === undefined) throw new Error(`${rule.alert}: its expression ends with no threshold`);
  const parts = rule.expr.trimEnd().split(text.trimEnd());
  const exprs = parts
    .slice(1)
    .flatMap((_part, index) =>
      otherThresholds(operator!, Number(threshold)).map((value) =>
        parts
          .map((part, at) => (at === 0 ? part : `${operator} ${at === index + 1 ? value : threshold}${part}`))
          .join(''),
      ),
    );
  const minutes = rule.for === undefined ? undefined : Number(/^(\d+)m$/.exec(rule.for)![1]);
  const durations = minutes === undefined ? [] : [`${minutes * 2}m`, `${minutes * 30}s`];
  return [
    ...exprs.map((expr) => ({ ...rule, expr })),
    ...durations.map((duration) => ({ ...rule, for: duration })),
  ];
}

function otherThresholds(operator: string, threshold: number): number[] {
  if (operator === '==') return [1 - threshold];
  return threshold === 0 ? [5, -1] : [threshold * 2, threshold / 2];
}
