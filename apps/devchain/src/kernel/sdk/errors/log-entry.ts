/**
 * One entry of the log of an error, as nodeos prints it in `except.stack`: a text with placeholders like `${account}`
 * and their values. Source: fc::log_message.
 */
export interface LogEntry {
  readonly level: 'error' | 'warn';
  readonly format: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Without data the format is the whole text. */
export function logEntry(
  format: string,
  data: LogEntry['data'] = {},
  level: LogEntry['level'] = 'error',
): LogEntry {
  return { level, format, data };
}

/** The text of an entry: strings and numbers as they are, anything else as JSON. Placeholders without a value stay. */
export function logText({ format, data }: LogEntry): string {
  return format.replace(/\$\{([^}]*)\}/g, (place, name: string) => {
    if (!Object.hasOwn(data, name)) return place;
    const value = data[name];
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}
