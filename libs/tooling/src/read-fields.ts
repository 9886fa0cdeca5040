import { ValueError } from '@app/antelope';
import { fail } from './errors';

/**
 * Reads fields whose rules need more than the input, such as the decimals of a token. Whatever a reader refuses
 * with a ValueError is told with its field, all of them at once.
 * @throws ToolError INVALID_ARGUMENTS
 */
export function readFields<T extends object>(readers: { readonly [F in keyof T]: () => T[F] }): T {
  const problems: string[] = [];
  const values = Object.entries<() => unknown>(readers).map(([field, read]) => {
    try {
      return [field, read()];
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      problems.push(`${field}: ${error.message}`);
      return [field, undefined];
    }
  });
  if (problems.length > 0) fail('INVALID_ARGUMENTS', problems.join('; '));
  return Object.fromEntries(values) as T;
}
