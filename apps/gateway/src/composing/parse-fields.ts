import { ValueError } from '@app/antelope';
import { BitcoinAddressError } from '@app/bitcoin';
import { fail } from '@app/chain-tools';

/**
 * Parses the fields of a request that only the service can check, one parser per field.
 * @throws ToolError INVALID_ARGUMENTS with every problem, each prefixed with its field.
 */
export function parseFields<T extends object>(parsers: { readonly [F in keyof T]: () => T[F] }): T {
  const values: Partial<T> = {};
  const problems: string[] = [];
  for (const field of Object.keys(parsers) as (keyof T & string)[]) {
    try {
      values[field] = parsers[field]();
    } catch (error) {
      if (!(error instanceof ValueError || error instanceof BitcoinAddressError)) throw error;
      problems.push(`${field}: ${error.message}`);
    }
  }
  if (problems.length > 0) fail('INVALID_ARGUMENTS', problems.join('; '));
  return values as T;
}
