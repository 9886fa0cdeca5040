/** Statistics of a list of numbers, with the names that Elasticsearch gives them. Null where there are none. */
export interface Distribution {
  readonly stats: Readonly<Record<string, unknown>>;
  readonly percentiles: Readonly<Record<string, number | null>>;
}

const PERCENTS = [1, 5, 25, 50, 75, 95, 99];
/** Standard deviations between the mean and the bounds. */
const SIGMAS = 2;

/** Population and sample variances, bounds at two deviations, percentiles with linear interpolation. */
export function distributionOf(values: readonly number[]): Distribution {
  const sorted = values.toSorted((one, other) => one - other);
  return {
    stats: statsOf(sorted),
    percentiles: Object.fromEntries(
      PERCENTS.map((percent) => [percent.toFixed(1), percentileOf(sorted, percent)]),
    ),
  };
}

function statsOf(sorted: readonly number[]): Distribution['stats'] {
  const count = sorted.length;
  const sum = sorted.reduce((left, right) => left + right, 0);
  const squares = sorted.reduce((left, right) => left + right * right, 0);
  if (count === 0)
    return { count, min: null, max: null, avg: null, sum, sum_of_squares: null, variance: null };
  const avg = sum / count;
  const deviations = sorted.reduce((left, right) => left + (right - avg) ** 2, 0);
  const variance = deviations / count;
  const sampling = count === 1 ? null : deviations / (count - 1);
  const deviation = Math.sqrt(variance);
  return {
    ...{ count, min: sorted[0], max: sorted.at(-1), avg, sum, sum_of_squares: squares },
    ...{ variance, variance_population: variance, variance_sampling: sampling },
    ...{ std_deviation: deviation, std_deviation_population: deviation },
    std_deviation_sampling: sampling === null ? null : Math.sqrt(sampling),
    std_deviation_bounds: { upper: avg + SIGMAS * deviation, lower: avg - SIGMAS * deviation },
  };
}

/** Between the two nearest values, at (count - 1) * percent / 100. */
function percentileOf(sorted: readonly number[], percent: number): number | null {
  const position = ((sorted.length - 1) * percent) / 100;
  const lower = sorted[Math.floor(position)];
  const upper = sorted[Math.ceil(position)];
  if (lower === undefined || upper === undefined) return null;
  return lower + (upper - lower) * (position - Math.floor(position));
}
