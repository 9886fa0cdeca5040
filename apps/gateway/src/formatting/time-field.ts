import { type FieldOptions, TextField } from '@app/tooling';

/** A time in ISO 8601 and UTC, as a text. */
export const TimeField = (options: FieldOptions<string>): PropertyDecorator =>
  TextField({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?Z$',
    patternReason: 'must be a time in ISO 8601 and UTC, such as 2026-11-21T12:00:00Z',
    ...options,
  });
