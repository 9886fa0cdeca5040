const MS_PER_DAY = 86_400_000;

/** The day of the last text: times of a page are mostly of one day. */
let lastDay = { number: NaN, text: '' };

/** A time as nodes print it: UTC, milliseconds, no `Z`. Blocks have one each, and Date takes ten times as long. */
export function timeText(timeMs: number): string {
  const number = Math.floor(timeMs / MS_PER_DAY);
  if (number !== lastDay.number) lastDay = { number, text: dayText(number) };
  const ms = timeMs - number * MS_PER_DAY;
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${lastDay.text}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}.${three(Math.floor(ms % 1000))}`;
}

/** Up to the `T` in front of the time. */
const dayText = (day: number): string =>
  new Date(day * MS_PER_DAY).toISOString().slice(0, -'00:00:00.000Z'.length);

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));
const three = (value: number): string => (value < 100 ? `0${two(value)}` : String(value));
