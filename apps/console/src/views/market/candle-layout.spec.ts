import { type Candle, candleAt, candleLayout, PRICE_HEIGHT, VOLUME_HEIGHT } from './candle-layout';

const candle = (open: string, high: string, low: string, close: string, volume = '1.0'): Candle => ({
  ...{ open, high, low, close, volume },
  ...{ time: '2026-11-26T12:00:00.000Z', quote_volume: '1.0', trades: 1, closed: true },
});
const TWO = [candle('100.0', '110.0', '90.0', '105.0', '4.0'), candle('105.0', '105.0', '95.0', '100.0')];

describe('the layout of candles', () => {
  it('no candle has no layout', () => {
    expect(candleLayout([])).toBeUndefined();
  });

  it('the edges are the highest and the lowest price as the answer has them', () => {
    expect(candleLayout([candle('9.50', '10.50', '9.20', '9.80'), ...TWO])).toMatchObject({
      highest: '110.0',
      lowest: '9.20',
    });
  });

  it('candles fill the height, and the newest one is at the right', () => {
    const { shapes, width } = candleLayout(TWO)!;
    expect(
      shapes.map(({ high, low, top, height, isRising }) => ({ high, low, top, height, isRising })),
    ).toEqual([
      { high: 0, low: PRICE_HEIGHT, top: 50, height: 50, isRising: true },
      { high: 50, low: 150, top: 50, height: 50, isRising: false },
    ]);
    expect(shapes.map(({ volume }) => volume)).toEqual([VOLUME_HEIGHT, VOLUME_HEIGHT / 4]);
    expect(width - shapes[1]!.x).toBe(5);
  });

  it('candles of one price are in the middle', () => {
    const { shapes } = candleLayout([candle('5.0', '5.0', '5.0', '5.0', '0.0')])!;
    expect(shapes[0]).toMatchObject({ top: PRICE_HEIGHT / 2, height: 0, volume: 0 });
  });

  it.each([
    [0, 0],
    [0.97, 0],
    [0.999, 1],
    [1, 1],
  ])('the part %d of the width is candle %d', (part, index) => {
    expect(candleAt(candleLayout(TWO)!, part)).toBe(index);
  });
});
