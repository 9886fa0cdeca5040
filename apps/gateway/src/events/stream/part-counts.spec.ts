import { PartCounts } from './part-counts';

const parts = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ key: `book:${from + at}` }));

describe('PartCounts', () => {
  it('PartCounts leaves room for others whatever one address follows, and takes parts again that it left', () => {
    const counts = new PartCounts();
    const end = counts.hold('a', parts(0, 100));
    expect(counts.hold('a', parts(100, 1))).toBe('address');
    expect(counts.hold('a', parts(5, 10))).toBeInstanceOf(Function);
    for (let at = 1; at < 10; at += 1)
      expect(counts.hold(`other ${at}`, parts(1_000 * at, 100))).toBeInstanceOf(Function);
    expect(counts.hold('b', parts(20_000, 1))).toBe('total');
    expect(counts.hold('b', parts(50, 50))).toBeInstanceOf(Function);
    for (let again = 0; again < 2; again += 1) (end as () => void)();
    expect(counts.hold('a', parts(200, 90))).toBe('total');
    expect(counts.hold('a', parts(100, 40))).toBeInstanceOf(Function);
  });
});
