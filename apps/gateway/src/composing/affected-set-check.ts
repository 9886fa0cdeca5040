import type { ReadinessCheck } from '@app/operations';
import type { AffectedSetState } from '@app/proposals';

/** The readiness check of an affected set, with the current age of its copy. Pure. */
export function affectedSetCheck(state: AffectedSetState): ReadinessCheck {
  const { size, malformed, ageSeconds, clears, problem } = state;
  const copy = ageSeconds === null ? 'no copy' : `${size} entries, ${ageSeconds} s old`;
  const parts = [
    ...(problem === null ? [copy] : [`${problem}; last good copy: ${copy}`]),
    ...(malformed > 0 ? [`${malformed} malformed entries are skipped`] : []),
    ...(clears ? [] : ['accounts are unchecked']),
  ];
  return { ok: problem === null && malformed === 0 && clears, detail: parts.join('; '), weight: 'advisory' };
}
