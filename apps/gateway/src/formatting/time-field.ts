import { fail } from '@app/chain-tools';
import { type FieldOptions, TextField } from '@app/tooling';

/** A time in ISO 8601 and UTC, as a text. */
export const TimeField = (options: FieldOptions<string>): PropertyDecorator =>
  TextField({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?Z$',
    patternReason: 'must be a time in ISO 8601 and UTC, such as 2026-11-21T12:00:00Z',
    ...options,
  });

/**
 * Milliseconds of the text of a TimeField, whose form admits days that no month has: `Date.parse` takes February 30 for
 * March 2.
 * @throws ToolError for a time that the calendar does not have
 */
export function timeMsOf(field: string, text: string): number {
  const [day = ''] = text.split('T');
  const [dayMs, timeMs] = [Date.parse(day), Date.parse(text)];
  const isTime = !Number.isNaN(timeMs) && new Date(dayMs).toISOString().startsWith(day);
  return isTime ? timeMs : fail('INVALID_VALUE', field, 'is no time of the calendar');
}
