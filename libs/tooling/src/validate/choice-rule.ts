import { ValidateBy } from 'class-validator';
import type { Choice, DeploymentTerms } from '../schema/deployment-terms';

/** Name under which class-validator reports the constraint. */
export const CHOICE = 'choice';

/** Of each input that is being checked: class-validator gives a rule the object and nothing else of the call. */
const termsOfInputs = new WeakMap<object, DeploymentTerms>();

/** Has the choices of `input` checked by `terms`. */
export function checkChoicesBy(terms: DeploymentTerms, input: object): void {
  termsOfInputs.set(input, terms);
}

/** One of the values of `choice` in the terms of the input; any text without terms. */
export function IsChoice(choice: string): PropertyDecorator {
  return ValidateBy({
    name: CHOICE,
    validator: {
      validate: (value, call) => {
        const known = call && termsOfInputs.get(call.object)?.choices[choice];
        return typeof value === 'string' && (known === undefined || isOneOf(known, value));
      },
    },
  });
}

const isOneOf = ({ values, pattern }: Choice, value: string): boolean =>
  values.length === 0 ? new RegExp(pattern, 'u').test(value) : values.includes(value);
