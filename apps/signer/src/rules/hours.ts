const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** Days and times such as `mon-fri 07:00-21:00`; `24:00` ends a day. */
export const HOURS =
  /^(mon|tue|wed|thu|fri|sat|sun)(?:-(mon|tue|wed|thu|fri|sat|sun))? (\d\d:\d\d)-(\d\d:\d\d)$/;
const TIME = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** Hours in which an owner lets the signer sign without asking. */
export interface Hours {
  readonly zone: string;
  readonly within: readonly string[];
}

/** Why hours are not valid; undefined for valid ones. */
export function problemOf({ zone, within }: Hours): string | undefined {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: zone });
  } catch {
    return `${zone} is no time zone such as Europe/Berlin`;
  }
  const wrong = within.find((text) => {
    const [, , , from = '', to = ''] = HOURS.exec(text) ?? [];
    return !TIME.test(from) || !TIME.test(to) || from >= to;
  });
  return wrong === undefined ? undefined : `"${wrong}" is no time such as "mon-fri 07:00-21:00"`;
}

/** Whether all clocks show a time within the hours: a wrong clock asks more, never less. */
export const isWithin = (hours: Hours, clocks: readonly number[]): boolean =>
  clocks.every((at) => isAt(hours, at));

function isAt({ zone, within }: Hours, at: number): boolean {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  const today = DAYS.indexOf(part('weekday').toLowerCase());
  const now = `${part('hour')}:${part('minute')}`;
  return within.some((text) => {
    const [, first = '', last = first, from = '', to = ''] = HOURS.exec(text) ?? [];
    const [begin, end] = [DAYS.indexOf(first), DAYS.indexOf(last)];
    const isDay = begin <= end ? today >= begin && today <= end : today >= begin || today <= end;
    return isDay && now >= from && now < to;
  });
}
