// The rules of the chart with shorter durations, so that a run takes minutes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../../scripts/setup/paths.mjs';

const RULES = path.join(ROOT, 'helm', 'chain-tool-gateway', 'files', 'alerts.yaml');
/** An hour becomes a minute, a minute a second. */
export const FACTOR = 60;
const MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const RANGE = /\[(\d+[smhd])\]/g;
const DURATION = /^(\d+)([smhd])$/;

/** A duration of Prometheus, as `5m`, divided by the factor. */
export function scaled(duration) {
  const [text, count, unit] = DURATION.exec(duration) ?? [];
  if (text === undefined) throw new Error(`${duration} is no duration of one unit`);
  return `${(Number(count) * MS[unit]) / FACTOR}ms`;
}

/** The rule with the windows of its expression, and the time that it has to hold, divided by the factor. Nothing else. */
export const scaledRule = (rule) => ({
  ...rule,
  expr: rule.expr.replaceAll(RANGE, (_text, duration) => `[${scaled(duration)}]`),
  ...(rule.for === undefined ? {} : { for: scaled(rule.for) }),
});

export const chartRules = () => parse(readFileSync(RULES, 'utf8')).groups;

export const scaledGroups = (groups) =>
  groups.map((group) => ({ ...group, rules: group.rules.map(scaledRule) }));
