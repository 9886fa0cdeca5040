import { BlockTimer } from './block-timer';
import { slotAtOrBefore, slotTimeMs } from './slots';

describe('block timer', () => {
  beforeEach(() => jest.useFakeTimers({ now: slotTimeMs(1000) + 120 }));
  afterEach(() => jest.useRealTimers());

  it('the block timer calls at every slot until it is stopped', () => {
    const slots: number[] = [];
    const timer = new BlockTimer(Date.now, (slot) => slots.push(slot));
    timer.start();
    jest.advanceTimersByTime(379);
    expect(slots).toEqual([]);
    jest.advanceTimersByTime(1001);
    expect(slots).toEqual([1001, 1002, 1003]);
    timer.stop();
    jest.advanceTimersByTime(5000);
    expect(slots).toHaveLength(3);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('the block timer does not make up for slots it missed', () => {
    const slots: number[] = [];
    const timer = new BlockTimer(Date.now, (slot) => slots.push(slot));
    timer.start();
    jest.setSystemTime(slotTimeMs(1010) + 30);
    jest.advanceTimersByTime(380);
    expect(slots).toEqual([slotAtOrBefore(Date.now())]);
    timer.stop();
  });

  it('the block timer can be stopped by its callback', () => {
    const timer = new BlockTimer(Date.now, () => {
      timer.stop();
    });
    timer.start();
    jest.advanceTimersByTime(2000);
    expect(jest.getTimerCount()).toBe(0);
  });
});
