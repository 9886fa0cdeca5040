import { FileError } from '../private-file';
import type { SignerFolder } from './folder';

/** Options of the command line. */
export interface Options {
  readonly folder: string;
  readonly 'passphrase-file'?: string | undefined;
  readonly 'passphrase-fd'?: string | undefined;
  readonly 'passphrase-keychain'?: boolean | undefined;
  readonly node?: string[] | undefined;
  readonly gateway?: string | undefined;
  readonly account?: string | undefined;
  readonly permission?: string | undefined;
  readonly network: string;
  readonly profile?: string | undefined;
  readonly import?: string | undefined;
  readonly 'import-fd'?: string | undefined;
  readonly 'import-prompt'?: boolean | undefined;
  readonly renew?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly verify?: boolean | undefined;
  readonly chain?: boolean | undefined;
  readonly to?: string | undefined;
  readonly wif?: boolean | undefined;
  readonly write?: boolean | undefined;
  readonly confirm?: string | undefined;
  readonly 'request-id'?: string | undefined;
  readonly socket?: string | undefined;
  readonly repeat?: string | undefined;
  readonly 'wait-for'?: string | undefined;
}

/** A command: prints the lines that it returns. */
export type Command = (
  options: Options,
  folder: SignerFolder,
  rest: readonly string[],
) => Promise<string[]> | string[];

/** The value of an option that must be there. @throws FileError */
export function given<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new FileError(`${name} is missing`);
  return value;
}
