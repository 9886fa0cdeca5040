import { StartupError } from '@app/program';

/**
 * A networks or profile file that cannot be used. The message is for the operator and stands alone:
 * file, path inside the file, reason (`profiles/x.yaml: tokens.BTC.precision: expected a number`).
 */
export class ConfigurationError extends StartupError {
  override readonly name = 'ConfigurationError';

  /** @param problems one line each: everything wrong with the file at once. */
  constructor(
    readonly file: string,
    readonly problems: readonly string[],
  ) {
    super(problems.map((problem) => `${file}: ${problem}`).join('\n'));
  }
}
