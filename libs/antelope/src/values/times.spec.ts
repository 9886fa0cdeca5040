import { BlockTimestamp, TimePoint, TimePointSec, UInt32, Int64 } from '@wharfkit/antelope';
import fc from 'fast-check';
import {
  formatBlockTimestamp,
  formatTimePoint,
  formatTimePointSec,
  parseBlockTimestamp,
  parseTimePoint,
  parseTimePointSec,
} from './times';

const uint32 = fc.integer({ min: 0, max: 0xffffffff });

describe('times', () => {
  it('times of the chain in seconds print as wharfkit prints them, and read back', () => {
    fc.assert(
      fc.property(uint32, (seconds) => {
        const text = formatTimePointSec(seconds);
        expect(text).toBe(String(TimePointSec.from(UInt32.from(seconds))));
        expect(parseTimePointSec(text)).toBe(seconds);
      }),
    );
  });

  it('times of the chain in half seconds print as wharfkit prints them, and read back', () => {
    fc.assert(
      fc.property(uint32, (slot) => {
        const text = formatBlockTimestamp(slot);
        expect(text).toBe(String(BlockTimestamp.from(UInt32.from(slot))));
        expect(parseBlockTimestamp(text)).toBe(slot);
      }),
    );
  });

  it('times of the chain in whole milliseconds print as wharfkit prints them, and read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (milliseconds) => {
        const microseconds = BigInt(milliseconds) * 1000n;
        const text = formatTimePoint(microseconds);
        expect(text).toBe(String(TimePoint.from(Int64.from(microseconds.toString()))));
        expect(parseTimePoint(text)).toBe(microseconds);
      }),
    );
  });

  it('times of the chain print without microseconds, as of nodes, and read all six decimals', () => {
    expect(formatTimePoint(1_999_999n)).toBe('1970-01-01T00:00:01.999');
    expect(parseTimePoint('1970-01-01T00:00:01.999999')).toBe(1_999_999n);
    expect(parseTimePoint('1970-01-01T00:00:01.5')).toBe(1_500_000n);
  });

  // Read from boost's source, which nodes parse times with.
  it.each<[text: string, same: string]>([
    ['2026-11-21T23:08:11.953741+00:00', '2026-11-21T23:08:11.953741'],
    ['2026-11-21T23:08:11.953741-00:00', '2026-11-21T23:08:11.953741'],
    ['2026-11-21T23:08:11.953741+0000', '2026-11-21T23:08:11.953741'],
    ['2026-11-21T23:08:11.953741Z', '2026-11-21T23:08:11.953741'],
    ['2026-11-21T23:08:11.9537419', '2026-11-21T23:08:11.953741'],
    ['2030-01-31T24:00:00', '2030-02-01T00:00:00'],
    ['2030-01-31T12:00:60', '2030-01-31T12:01:00'],
    ['2030-1-5T1:2:3', '2030-01-05T01:02:03'],
    ['2030-01-31T12:30', '2030-01-31T12:30:00'],
    ['2030-01-31T12', '2030-01-31T12:00:00'],
  ])('the time %p reads as %p', (text, same) => {
    expect(parseTimePoint(text)).toBe(parseTimePoint(same));
  });

  it.each([
    '',
    '2030-01-31T12:00:00Z',
    '2030-01-31T12:00:00.500Z',
    '2030-01-31T12:00:00+00:00',
    '2030-01-31T12:00:00.500+00:00',
    '2030-01-31T12:00:00.500000+05:30',
    '2030-01-31T12:00:00.500000 UTC',
    '2030-01-31',
    '2030-01-31T',
    '2030-01-31 12:00:00',
    '2030-02-30T00:00:00',
    '2029-02-29T00:00:00',
    '2030-13-01T00:00:00',
    '2030-00-01T00:00:00',
    '0001-01-01T00:00:00',
    '2030-01-31T12:00:00+01:00',
    'now',
    '2030-01-31T12:00:00.',
    ' 2030-01-31T12:00:00',
  ])('the time %p is refused', (text) => {
    expect(() => parseTimePoint(text)).toThrow('is not a time like "2030-01-31T12:00:00"');
  });

  it('times of the chain are refused when they would be rounded or have no room', () => {
    expect(() => parseTimePointSec('2030-01-31T12:00:00.500')).toThrow('is not a whole second');
    expect(parseTimePointSec('2030-01-31T12:00:00.000')).toBe(1_896_091_200);
    expect(() => parseTimePointSec('2106-02-07T06:28:16')).toThrow('is out of range');
    expect(() => parseTimePointSec('1969-12-31T23:59:59')).toThrow('is out of range');
    expect(() => parseBlockTimestamp('2030-01-31T12:00:00.250')).toThrow('is not a half second');
    expect(() => parseBlockTimestamp('1999-12-31T23:59:59')).toThrow('is out of range');
    expect(() => formatTimePoint((1n << 63n) - 1n)).toThrow('the time is out of range');
  });
});
