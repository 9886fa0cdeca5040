// The rules that the figures of the scenarios have to keep.
const RULES = {
  'limits over all replicas': {
    'every client is served exactly its limit': ({ served_least, served_most, limit }) =>
      served_least === limit && served_most === limit,
    'the other requests are refused with 429': ({ other_answers }) => other_answers === 0,
  },
  'Redis killed and started again': {
    'no request fails': ({ failed }) => failed === 0,
    'each replica applies the limit by itself without Redis': (row) =>
      row.served_without_redis === row.limit * row.replicas && row.other_answers === 0,
    'the replicas share the limit again with Redis': (row) => row.served_with_redis_again === row.limit,
  },
  'rolling restart': {
    'no request fails': ({ failed }) => failed === 0,
    'every replica ends with 0': ({ exit_codes }) => exit_codes === '0',
  },
  'one replica frozen': {
    'requests fail on the frozen replica alone': ({ failed_elsewhere }) => failed_elsewhere === 0,
    'requests that start after it was noticed are served': (row) => row.failed_that_started_later === 0,
    'some requests were in flight on it': ({ in_flight_on_it }) => in_flight_on_it > 0,
  },
  'one replica killed': {
    'requests fail on the killed replica alone': ({ failed_elsewhere }) => failed_elsewhere === 0,
    'requests in flight on it fail': ({ failed_on_faulty_replica }) => failed_on_faulty_replica > 0,
    'requests that start after its end are served': (row) => row.failed_that_started_later === 0,
  },
};

const PUSH_RULES = {
  'a push was executed': ({ pushes }) => pushes > 0,
  'no push is lost': ({ pushes_lost }) => pushes_lost === 0,
  'no push is executed twice': ({ pushes_twice }) => pushes_twice === 0,
};

/** The rules that rows of scenarios break; a scenario without rules breaks one as well. */
export function brokenRules(rows) {
  return rows.flatMap((row) => {
    const rules = Object.entries(RULES).find(([name]) => row.scenario.startsWith(name))?.[1];
    if (rules === undefined) return [`${row.scenario}: no rules`];
    const all = { ...rules, ...('pushes' in row ? PUSH_RULES : {}) };
    return Object.entries(all)
      .filter(([, isKept]) => !isKept(row))
      .map(([rule]) => `${row.scenario}: ${rule}`);
  });
}
