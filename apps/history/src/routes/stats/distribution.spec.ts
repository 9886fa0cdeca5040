import { distributionOf } from './distribution';

describe('the distribution of a list of numbers', () => {
  it('distributionOf gives the statistics of 2, 4, 4, 4, 5, 5, 7 and 9, whose deviation is 2', () => {
    const { stats, percentiles } = distributionOf([9, 2, 4, 5, 4, 7, 4, 5]);
    expect(stats).toMatchObject({
      count: 8,
      min: 2,
      max: 9,
      avg: 5,
      sum: 40,
      sum_of_squares: 232,
      variance: 4,
    });
    expect(stats).toMatchObject({ std_deviation: 2, std_deviation_bounds: { upper: 9, lower: 1 } });
    expect(stats['variance_sampling']).toBeCloseTo(32 / 7);
    expect(percentiles).toMatchObject({ '50.0': 4.5, '25.0': 4, '75.0': 5.5 });
  });

  it('distributionOf gives no sampling variance of one number, and nothing of none', () => {
    expect(distributionOf([3]).stats).toMatchObject({ variance: 0, variance_sampling: null });
    expect(distributionOf([])).toMatchObject({
      stats: { count: 0, avg: null },
      percentiles: { '1.0': null },
    });
  });
});
