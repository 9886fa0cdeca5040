// The faults of a deployment with several replicas, one function each. Each returns one row of figures.
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../resilience/clients.mjs';
import { READ_TIMEOUT_MS } from './balancer.mjs';
import { addressOf, connectionFrom, READ_OVER_MCP, READ_TOOL, Readers, send } from './clients.mjs';
import { untilShared } from './fleet.mjs';
import { HeldRequests } from './held-requests.mjs';
import { Pusher } from './pusher.mjs';

/** Addresses of clients, by scenario: rate limits of one scenario are not those of another one. */
const GROUPS = { limits: 10, redis: 20, redisLimits: 21, rolling: 30, frozen: 40, killed: 50 };
const PUSHERS = 100;
const HELD_PER_REPLICA = 4;

/** Requests of a client that has to be refused some of them. */
const aboveLimit = (limit) => limit + 60;

const round = (value) => (value === undefined ? undefined : Math.round(value));
const failed = (records) => records.filter(({ status }) => status !== 200);

/** How often each text occurs, as `read 2, push 1`. */
function countsOf(texts) {
  const counts = Object.entries(Object.groupBy(texts, (text) => text));
  return counts.map(([text, all]) => `${text} ${all.length}`).join(', ');
}

function figures(records) {
  const failures = failed(records);
  const timesOf = (isMeant) => records.filter(isMeant).map(({ startedMs, endedMs }) => endedMs - startedMs);
  const times = timesOf(() => true);
  return {
    requests: records.length,
    failed: failures.length,
    statuses: [...new Set(failures.map(({ status }) => status))].join(' '),
    failed_by_kind: countsOf(failures.map(({ kind }) => kind)),
    p50_ms: round(percentile(times, 0.5)),
    p99_ms: round(percentile(times, 0.99)),
    longest_ms: round(Math.max(0, ...times)),
    longest_read_ms: round(Math.max(0, ...timesOf(({ kind }) => kind === 'tool' || kind === 'mirror'))),
    ...(failures.length > 0 ? { example: failures[0].text } : {}),
  };
}

const pushFigures = ({ records, pushed, lost, twice }) => ({
  pushes: pushed,
  push_answers_failed: failed(records).length,
  pushes_unknown: records.filter(({ isUnknown }) => isUnknown).length,
  pushes_lost: lost,
  pushes_twice: twice,
});

/** Readers and a pusher, until `faults` is done. */
async function underLoad({ balancer, chain }, { clients, pauses, group, calmMs }, faults) {
  const readers = new Readers(balancer.url, clients, group, pauses.readMs);
  const pusher = new Pusher(balancer.url, chain.url, {
    group: group + PUSHERS,
    run: `group ${group} ${Date.now()}`,
    pauseMs: pauses.pushMs,
  });
  const calm = () => Promise.all([delay(calmMs), readers.answered(2 * clients)]);
  await calm();
  const facts = await faults(readers);
  await calm();
  const records = await readers.stop();
  const pushes = await pusher.stop();
  return { facts, records: [...records, ...pushes.records], pushes };
}

/** How many of `count` reads of one client are answered with 200; the others must be refused with 429. */
async function admitted(url, address, count, connections) {
  const statuses = [];
  await Promise.all(
    Array.from({ length: connections }, async (_, own) => {
      const connection = connectionFrom(url, address);
      for (let sent = own; sent < count; sent += connections) {
        const { status } = await send(connection, sent % 2 === 0 ? READ_TOOL : READ_OVER_MCP);
        statuses.push(status);
      }
      await connection.close();
    }),
  );
  return {
    served: statuses.filter((status) => status === 200).length,
    other: statuses.filter((status) => status !== 200 && status !== 429).length,
  };
}

/** Clients that send more than the limit, by REST and MCP at once, over all replicas in one window. */
export async function exactLimits({ balancer, readLimit }, { clients }) {
  const sent = aboveLimit(readLimit);
  const rows = await Promise.all(
    Array.from({ length: clients }, (_, index) =>
      admitted(balancer.url, addressOf(GROUPS.limits, index), sent, 6),
    ),
  );
  const served = rows.map((row) => row.served);
  return {
    scenario: 'limits over all replicas',
    clients,
    limit: readLimit,
    sent_each: sent,
    served_least: Math.min(...served),
    served_most: Math.max(...served),
    other_answers: rows.reduce((sum, { other }) => sum + other, 0),
  };
}

/** Redis is killed under load and starts again empty. */
export async function redisLost(fleet, { lostMs, ...load }) {
  const { redis, replicas, balancer, readLimit } = fleet;
  const client = (index) => addressOf(GROUPS.redisLimits, index);
  // Enough for the limit at each replica, however the balancer divides them.
  const all = readLimit * replicas.length * 2;
  const { facts, records, pushes } = await underLoad(fleet, { ...load, group: GROUPS.redis }, async () => {
    await redis.stop();
    await untilShared(replicas, false);
    const alone = await admitted(balancer.url, client(0), all, 6);
    await delay(lostMs);
    await redis.launch();
    await untilShared(replicas, true);
    const shared = await admitted(balancer.url, client(1), aboveLimit(readLimit), 6);
    return { alone, shared };
  });
  return {
    scenario: 'Redis killed and started again',
    ...figures(records),
    served_without_redis: facts.alone.served,
    served_with_redis_again: facts.shared.served,
    other_answers: facts.alone.other + facts.shared.other,
    limit: readLimit,
    replicas: replicas.length,
    ...pushFigures(pushes),
  };
}

/** Every replica is stopped and started again, one after the other. */
export async function rollingRestart(fleet, { rounds, ...load }) {
  const { balancer, replicas } = fleet;
  const { facts, records, pushes } = await underLoad(fleet, { ...load, group: GROUPS.rolling }, async () => {
    const exitCodes = [];
    for (let count = 0; count < rounds * replicas.length; count += 1) {
      const replica = replicas[count % replicas.length];
      exitCodes.push(await replica.stop());
      await replica.start();
      await balancer.until(replica.name, 'UP');
    }
    return exitCodes;
  });
  return {
    scenario: `rolling restart, ${facts.length} stops`,
    ...figures(records),
    exit_codes: [...new Set(facts)].join(' '),
    ...pushFigures(pushes),
  };
}

/** Failures by cause: those of the faulty replica, and all others. */
function failuresOf(records, name, sinceMs) {
  const failures = failed(records);
  // HAProxy closes the connection of a client whose request was half answered, without an answer that names a replica.
  const isOwn = ({ replica, status, startedMs }) =>
    replica === name || (replica === undefined && status === 0 && startedMs <= sinceMs);
  const own = failures.filter(isOwn);
  return {
    failed_on_faulty_replica: own.length,
    failed_elsewhere: failures.length - own.length,
    ...(failures.length > own.length
      ? { elsewhere: JSON.stringify(failures.find((failure) => !isOwn(failure))) }
      : {}),
  };
}

/** One replica stops to run for a while, connections open, and continues. */
export async function frozenReplica(fleet, { frozenMs, ...load }) {
  const { balancer, replicas } = fleet;
  const [faulty] = replicas;
  const { facts, records, pushes } = await underLoad(fleet, { ...load, group: GROUPS.frozen }, async () => {
    const frozenAt = performance.now();
    faulty.freeze();
    await balancer.until(faulty.name, 'DOWN');
    const noticedAt = performance.now();
    await delay(frozenMs);
    faulty.thaw();
    await balancer.until(faulty.name, 'UP');
    return { frozenAt, noticedAt };
  });
  const { frozenAt, noticedAt } = facts;
  // Answered by it after all, or by another replica once the balancer had waited for it.
  const waited = records.filter(
    ({ replica, startedMs, endedMs }) =>
      startedMs < noticedAt &&
      endedMs > noticedAt &&
      (replica === faulty.name || endedMs - startedMs >= READ_TIMEOUT_MS),
  );
  const after = records.filter(({ startedMs }) => startedMs >= noticedAt);
  return {
    scenario: 'one replica frozen',
    ...figures(records),
    noticed_after_ms: round(noticedAt - frozenAt),
    in_flight_on_it: waited.length,
    ...failuresOf(records, faulty.name, noticedAt),
    failed_that_started_later: failed(after).length,
    ...pushFigures(pushes),
  };
}

/** Time for the first halves of held requests to reach their replicas. */
const ARRIVE_MS = 200;

/**
 * One replica is killed with requests in flight on every replica.
 * @param returns whether it is started again
 */
export async function killedReplica(fleet, { goneMs, returns, ...load }) {
  const { balancer, replicas } = fleet;
  const faulty = replicas[1];
  const { facts, records, pushes } = await underLoad(fleet, { ...load, group: GROUPS.killed }, async () => {
    const held = new HeldRequests(balancer.url, HELD_PER_REPLICA * replicas.length);
    await delay(ARRIVE_MS);
    await faulty.kill();
    const goneAt = performance.now();
    await balancer.until(faulty.name, 'DOWN');
    const heldRecords = await held.finish();
    await delay(goneMs);
    if (returns) {
      await faulty.start();
      await balancer.until(faulty.name, 'UP');
    }
    return { goneAt, heldRecords };
  });
  const { goneAt, heldRecords } = facts;
  const all = [...records, ...heldRecords];
  return {
    scenario: 'one replica killed',
    ...figures(all),
    held_requests: heldRecords.length,
    ...failuresOf(all, faulty.name, goneAt),
    failed_that_started_later: failed(all.filter(({ startedMs }) => startedMs > goneAt)).length,
    ...pushFigures(pushes),
  };
}
