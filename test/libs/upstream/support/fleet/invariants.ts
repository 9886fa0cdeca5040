import { type Attempt, Fleet, type Refused } from './fleet';
import type { Scenario } from './scenario';

/** A node may be judged once its first polls have ended. */
const JUDGED_AFTER_MS = 3_000;
/** A replica reads the cordons each second, a request may be under way, and a difference is settled in nine seconds. */
const CORDONED_WITHIN_MS = 12_000;
/** A push of so much life left is in a block, where one of two nodes takes it, or the watch sends it again. */
const LONG_ENOUGH_MS = 4_000;
const LONG_ENOUGH_TO_WATCH_MS = 14_000;
const POLLS: readonly string[] = ['/v1/chain/get_info', '/v1/chain/get_block_info'];

/** Facts of a run that must not be. */
export interface Violations {
  /** Nodes without any fault that a replica left out. */
  readonly starved: readonly string[];
  /** Reads that were not answered. */
  readonly failed: readonly string[];
  /** Answers that are not true, or behind what their client had seen. */
  readonly wrong: readonly string[];
  /** Reports of pushes that are not true. */
  readonly misreported: readonly string[];
  /** Pushes that were taken, or should have been, and are in no block in the end. */
  readonly lost: readonly string[];
  /** Requests to a node that an operator took out of service. */
  readonly cordoned: readonly string[];
}

/** Runs a scenario, and collects what was not as it has to be. */
export async function violationsIn(scenario: Scenario): Promise<Violations> {
  const fleet = new Fleet(scenario);
  const starved: string[] = [];
  await fleet.run(() => {
    starved.push(...starvedNow(fleet));
  });
  const { wrong, failed, attempts, relays } = fleet;
  return {
    ...{ starved, failed, wrong },
    misreported: [
      ...attempts.flatMap((attempt) => misreported(fleet, attempt)),
      ...relays.filter(({ isRefused }) => isRefused).flatMap((relay) => refusedFalsely(fleet, relay)),
    ],
    lost: lostPushes(fleet),
    cordoned: cordonedRequests(fleet),
  };
}

function starvedNow({ time, nodes, replicas, cordoned, scenario: { cordonAtMs } }: Fleet): string[] {
  const sound = nodes.filter(
    ({ fault, label }) => fault === undefined && !(cordonAtMs && label === cordoned),
  );
  const labels = new Set(sound.map(({ label }) => label));
  const judging = replicas.filter(({ readyMs }) => time.nowMs > (readyMs ?? Infinity) + JUDGED_AFTER_MS);
  return judging.flatMap(({ client }) =>
    client
      .nodeStatus()
      .filter(({ node, fitness }) => labels.has(node) && fitness.kind === 'unfit')
      .map(({ node, fitness: { why } }) => `${time.nowMs} ms: ${node} ${why}`),
  );
}

function misreported(fleet: Fleet, attempt: Attempt): string[] {
  const { outcome, block } = attempt;
  if (outcome === undefined) return refusedFalsely(fleet, attempt);
  if (outcome.blockNum === null) return outcome.status === 'executed' ? ['executed in no block'] : [];
  return outcome.blockNum === block
    ? []
    : [`in block ${outcome.blockNum} by the report, in ${String(block)}`];
}

function refusedFalsely(
  { chain, attempts, relays }: Fleet,
  { transaction, fromMs, untilMs, isOnChain }: Refused,
): string[] {
  const isPushedLater = [...attempts, ...relays].some(
    (other) => other.fromMs !== fromMs && other.transaction === transaction && other.untilMs > fromMs,
  );
  const end = chain.executed.get(transaction.id);
  if (isPushedLater || (!isOnChain && end === undefined)) return [];
  return [`failed by the report at ${untilMs} ms, in block ${String(end)}`];
}

function lostPushes({ chain, attempts, nodes, scenario }: Fleet): string[] {
  // Two refusals for a reason of the transaction end a push: see the rules of the relay.
  const isRefused = nodes.filter(({ fault }) => fault?.faults.includes('refuses pushes') === true).length > 1;
  const mayBothForget = nodes.filter(({ fault }) => fault !== undefined).length > 1;
  // Another replica takes over later than these transactions last, and nothing where Redis lost the watch.
  if (mayBothForget && scenario.endsAtMs !== undefined) return [];
  const enoughMs = mayBothForget ? LONG_ENOUGH_TO_WATCH_MS : LONG_ENOUGH_MS;
  const seen = new Set<string>();
  return attempts.flatMap(({ transaction: { id, isValid, msToExpiry }, outcome, fromMs }) => {
    const isFirst = !seen.has(id);
    seen.add(id);
    if (!isValid || chain.executed.has(id) || msToExpiry < enoughMs) return [];
    const isExpected = outcome === undefined ? isFirst && !isRefused : outcome.status !== 'unknown';
    return isExpected ? [`${fromMs} ms: ${outcome?.status ?? 'failed'}, and in no block`] : [];
  });
}

function cordonedRequests({ nodes, cordoned, scenario }: Fleet): string[] {
  const { cordonAtMs, joinsAtMs, redis } = scenario;
  // While Redis is lost other replicas do not know it, and one that starts just then may not for a moment.
  const mayLackIt = redis.some(({ kind }) => kind === 'lost' || joinsAtMs !== undefined);
  const isTold = cordonAtMs !== undefined && !mayLackIt;
  if (!isTold) return [];
  const { requests } = nodes.find(({ label }) => label === cordoned)!;
  return requests
    .filter(({ path, atMs }) => atMs > cordonAtMs + CORDONED_WITHIN_MS && !POLLS.includes(path))
    .map(({ path, atMs }) => `${path} at ${atMs} ms`);
}
