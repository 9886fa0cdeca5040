import { MAX_CLOCK_SKEW_MS, textOf, type ValueBinding, withCode } from './value-code';

/** Longest lease of a replica: its longest pause between two looks at what it holds, and more. */
const MAX_LEASE_MS = 90_000;

const TEXT = /^(?<owner>[0-9a-f]{16})@(?<until>\d{13,14})$/;

/** Statement of a replica that it holds what the binding names, authenticated. @param owner 16 hex digits of the replica */
export const leaseText = (owner: string, untilMs: number, binding: ValueBinding): string =>
  withCode(`${owner}@${Math.ceil(untilMs)}`, binding);

/** The end of a lease in milliseconds since 1970; undefined for one that is over, or that no replica made. Pure. */
export function leaseEnd(value: string, binding: ValueBinding, nowMs: number): number | undefined {
  const { until } = TEXT.exec(textOf(value, binding) ?? '')?.groups ?? {};
  const untilMs = Number(until);
  const isValid = untilMs > nowMs && untilMs <= nowMs + MAX_LEASE_MS + MAX_CLOCK_SKEW_MS;
  return isValid ? untilMs : undefined;
}
