import type { z } from 'zod';
import type { SettingRow } from './setting-rows';
import { StartupError } from './startup-error';

/** One or more settings are wrong; the message has one line for each, with what is allowed and an example. */
export class SettingsError extends StartupError {
  override readonly name = 'SettingsError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Values of rows, by the name of the variable. */
export type ValuesOf<Rows extends Readonly<Record<string, SettingRow>>> = {
  readonly [Name in keyof Rows]: z.output<Rows[Name]['schema']>;
};

/**
 * Reads the variables of a table of settings. An empty variable counts as unset.
 * @throws SettingsError naming every wrong setting at once.
 */
export function readSettings<Rows extends Readonly<Record<string, SettingRow>>>(
  rows: Rows,
  env: NodeJS.ProcessEnv,
): ValuesOf<Rows> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, row] of Object.entries<SettingRow>(rows)) {
    const text = env[name]?.trim() ?? '';
    const parsed = row.schema.safeParse(text === '' ? undefined : text);
    if (parsed.success) values[name] = parsed.data;
    else
      problems.push(problem(name, row, `${row.secret === true ? 'its value' : JSON.stringify(text)} is not`));
  }
  if (problems.length > 0) throw new SettingsError(problems);
  return values as ValuesOf<Rows>;
}

function problem(name: string, row: SettingRow, what: string): string {
  return `${name}: ${what} ${row.allowed} (for example ${name}=${row.example})`;
}
