// Causes the alerts of a case, waits until they fire, does what the runbook says, and waits until they resolve.
import { setTimeout as delay } from 'node:timers/promises';
import { judgements } from '../liars/stack.mjs';

const FIRES_WITHIN_MS = 120_000;
const RESOLVES_WITHIN_MS = 120_000;
/** The short window of the slowest alerts of error rates takes six minutes by the factor. */
const RESOLVES_LATER_WITHIN_MS = 600_000;
const FIT_WITHIN_MS = 180_000;
const NAMESPACE = 'production';

const ms = (from, to) => Math.round(to - from);

async function untilFit({ replicas, nodes = [] }) {
  const giveUpAt = performance.now() + FIT_WITHIN_MS;
  const labels = nodes.map(({ label }) => label);
  for (;;) {
    const all = (await judgements(replicas)).filter(({ node }) => labels.includes(node));
    if (all.every(({ state }) => state === 'fit')) return;
    if (performance.now() > giveUpAt) throw new Error(`nodes stay unfit: ${JSON.stringify(all)}`);
    await delay(200);
  }
}

/** Label sets that a case expects, complete: those that Prometheus has to have, to the letter. */
export const expectedOf = (one, world, job, severities) =>
  Object.entries(one.alerts).flatMap(([alertname, labelSets]) =>
    labelSets(world).map((labels) => ({
      ...{ alertname, severity: severities.get(alertname), namespace: NAMESPACE, job },
      ...labels,
    })),
  );

const namesOf = (labelSets) => [...new Set(labelSets.map(({ alertname }) => alertname))];

/**
 * @param watched alerts of Prometheus
 * @returns the row of the case, and a promise of the milliseconds until its last alert has resolved
 * @throws Error when an alert does not fire, is not shown where the runbook says, or does not resolve
 */
export async function runCase({ world, watched, job, severities }, one) {
  await untilFit(world[job]);
  await one.before?.(world);
  const beganMs = performance.now();
  let row;
  let expected;
  try {
    await one.cause(world);
    expected = expectedOf(one, world, job, severities);
    await watched.untilFiring(expected, one.firesWithinMs ?? FIRES_WITHIN_MS);
    const firedMs = performance.now();
    const shown = await one.shows?.(world);
    row = { case: one.name, release: job, alerts: expected, fired_after_ms: ms(beganMs, firedMs), shown };
  } finally {
    await one.mend(world);
  }
  const mendedMs = performance.now();
  const isLater = ({ alertname }) => one.resolvesLater?.includes(alertname) === true;
  await watched.untilResolved(
    expected.filter((labels) => !isLater(labels)),
    RESOLVES_WITHIN_MS,
  );
  const resolvedMs = performance.now();
  const also = namesOf(watched.firedSince(beganMs).filter((labels) => labels.job === job)).filter(
    (name) => !Object.hasOwn(one.alerts, name),
  );
  const later = expected.filter(isLater);
  return {
    row: { ...row, mended: one.mended, resolved_after_ms: ms(mendedMs, resolvedMs), also_firing: also },
    resolvedLast:
      later.length === 0
        ? undefined
        : watched
            .untilResolved(later, RESOLVES_LATER_WITHIN_MS)
            .then(() => ({ alerts: namesOf(later), ms: ms(mendedMs, performance.now()) })),
  };
}
