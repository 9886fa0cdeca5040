import { packageVersion } from './package-version';
import { StartupError } from './startup-error';

/** A program that is configured by environment variables alone. */
export interface Program {
  readonly name: string;
  /** Folder of its entry point. */
  readonly folder: string;
  /** Its settings with their allowed values, or the page that has them. */
  readonly settings: Readonly<Record<string, { readonly allowed: string }>> | string;
}

/**
 * The text that `--help` or `--version` prints; undefined without arguments: the program runs.
 * @throws StartupError naming an argument that there is not
 */
export function commandLineText(args: readonly string[], program: Program): string | undefined {
  const [first] = args;
  if (first === undefined) return undefined;
  if (first === '--version' || first === '-v') return packageVersion(program.folder);
  if (first === '--help' || first === '-h') return helpText(program);
  throw new StartupError(`unknown argument ${JSON.stringify(first)}; there are --help and --version`);
}

function helpText({ name, folder, settings }: Program): string {
  const lines =
    typeof settings === 'string'
      ? [`  ${settings}`]
      : Object.entries(settings).map(([setting, { allowed }]) => `  ${setting}: ${allowed}`);
  return [
    `${name} ${packageVersion(folder)}`,
    'Arguments: --help, --version. Settings are environment variables:',
    ...lines,
  ].join('\n');
}
