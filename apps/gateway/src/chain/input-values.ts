import { ValueError } from '@app/antelope';
import { BitcoinAddressError } from '@app/bitcoin';
import { fail } from '@app/tooling';

/**
 * Reads the values of a request that only the service can judge, one reader per field.
 * @throws ToolError with everything that is wrong, each field first.
 */
export function readValues<T extends object>(readers: { readonly [F in keyof T]: () => T[F] }): T {
  const values: Partial<T> = {};
  const problems: string[] = [];
  for (const field of Object.keys(readers) as (keyof T & string)[]) {
    try {
      values[field] = readers[field]();
    } catch (error) {
      if (!(error instanceof ValueError || error instanceof BitcoinAddressError)) throw error;
      problems.push(`${field}: ${error.message}`);
    }
  }
  if (problems.length > 0) fail('INVALID_ARGUMENTS', problems.join('; '));
  return values as T;
}
