import { FileError } from '../private-file';
import type { Options } from './options';
import { passphraseOption } from './passphrase';
import { askOnTerminal } from './terminal';

/** A step that the owner has to read before it happens. */
export interface Confirmation {
  /** Everything that is confirmed. */
  readonly lines: readonly string[];
  /**
   * Names exactly this step: another one has another code. A whole SHA-256, as the key is not open yet: a part of it
   * could be made to fit two policies.
   */
  readonly code: string;
}

/**
 * Has the owner confirm a step: on the terminal where the passphrase comes from it, else by the code of the step, which
 * a run without it prints.
 * @throws FileError when it is not confirmed
 */
export async function confirm(options: Options, { lines, code }: Confirmation): Promise<void> {
  if (options.confirm === code) return;
  const text = lines.map((line) => `${line}\n`).join('');
  if (options.confirm !== undefined)
    throw new FileError(`${text}--confirm ${options.confirm} is not the code of this step: ${code}`);
  if (passphraseOption(options) !== undefined)
    throw new FileError(`${text}Nothing was changed. To confirm exactly this: --confirm ${code}`);
  if ((await askOnTerminal(`${text}Type yes to confirm: `, false)).trim() !== 'yes')
    throw new FileError('not confirmed: nothing was changed');
}
