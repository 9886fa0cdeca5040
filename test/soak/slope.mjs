/** Slope of the least-squares line through values at equal distances, per hour. */
export function slopePerHour(values, secondsBetween) {
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const times = values.map((_, index) => index * secondsBetween);
  const [meanTime, meanValue] = [mean(times), mean(values)];
  const above = values.reduce(
    (sum, value, index) => sum + (times[index] - meanTime) * (value - meanValue),
    0,
  );
  const below = times.reduce((sum, time) => sum + (time - meanTime) ** 2, 0);
  return below === 0 ? 0 : (above / below) * 3_600;
}

/** The lowest value of each group of `size` values: what garbage collection leaves. An unfinished group is left out. */
export function floorOf(values, size) {
  return Array.from({ length: Math.floor(values.length / size) }, (_, group) =>
    Math.min(...values.slice(group * size, (group + 1) * size)),
  );
}
