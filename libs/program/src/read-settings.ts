import type { z } from 'zod';
import { isRow, type SettingGroup, type SettingRow } from './setting-rows';
import { StartupError } from './startup-error';

/** One or more settings are wrong; the message has one line for each, with what is allowed and an example. */
export class SettingsError extends StartupError {
  override readonly name = 'SettingsError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** The values of settings, in their groups. */
export type ValuesOf<Group> = {
  readonly [Key in keyof Group]: Group[Key] extends SettingRow<infer Schema>
    ? z.output<Schema>
    : ValuesOf<Group[Key]>;
};

/**
 * Reads the variables of the settings. An empty variable counts as unset.
 * @throws SettingsError naming every wrong setting at once.
 */
export function readSettings<Group extends SettingGroup>(
  settings: Group,
  env: NodeJS.ProcessEnv,
): ValuesOf<Group> {
  const problems: string[] = [];
  const read = (group: SettingGroup): object =>
    Object.fromEntries(
      Object.entries(group).map(([key, entry]) => [key, isRow(entry) ? valueOf(entry) : read(entry)]),
    );
  const valueOf = (row: SettingRow): unknown => {
    const text = env[row.name]?.trim() ?? '';
    const parsed = row.schema.safeParse(text === '' ? undefined : text);
    if (!parsed.success)
      problems.push(problem(row, `${row.secret === true ? 'its value' : JSON.stringify(text)} is not`));
    return parsed.data;
  };
  const values = read(settings) as ValuesOf<Group>;
  if (problems.length > 0) throw new SettingsError(problems);
  return values;
}

function problem({ name, allowed, example }: SettingRow, what: string): string {
  return `${name}: ${what} ${allowed} (for example ${name}=${example})`;
}
