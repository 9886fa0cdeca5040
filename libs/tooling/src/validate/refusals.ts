import type { DeploymentTerms } from '../schema/deployment-terms';
import type { FieldDeclaration, Problem } from '../schema/field-declaration';
import { privateKeyProblems } from './private-key-problems';

/**
 * Problems of a value that class-validator refused, in the words of the field's rules.
 *
 * The texts of class-validator serve only decorators that are no rule of the field: it replaces `$value`,
 * `$property` and the like in every message, also where a client wrote them.
 *
 * @param constraints the refused constraints by name, with the texts of class-validator
 */
export function refusals(
  field: FieldDeclaration | undefined,
  constraints: Readonly<Record<string, string>>,
  value: unknown,
  terms?: DeploymentTerms,
): readonly Problem[] {
  const names = Object.keys(constraints);
  if (names.length === 0) return [];
  if (value === undefined) return [{ path: '', reason: 'is required' }];
  // First of all: every other reason may quote the value.
  const secrets = privateKeyProblems(value);
  if (secrets.length > 0) return secrets;
  return names.flatMap((name) => {
    const reason = field?.reasons?.get(name)?.(value, terms) ?? String(constraints[name]);
    return typeof reason === 'string' ? [{ path: '', reason }] : reason;
  });
}
