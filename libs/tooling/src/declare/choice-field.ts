import { valuesOf } from '../schema/deployment-terms';
import { type FieldOptions, inputField } from './input-field';
import { CHOICE, IsChoice } from '../validate/choice-rule';
import { noneOf, unmatched, wrongType } from '../validate/reasons';

/**
 * One of the values that the deployment has of `choice` (`DeploymentTerms.choices`). Without the terms of a deployment, as
 * in specs of a library, every text passes.
 */
export function ChoiceField(choice: string, options: FieldOptions<string> = {}): PropertyDecorator {
  return inputField(options, { type: 'string', enum: valuesOf(choice) }, [
    [
      CHOICE,
      IsChoice(choice),
      (value, terms) => {
        const { values = [], pattern = '' } = terms?.choices[choice] ?? {};
        if (typeof value !== 'string') return wrongType(['string'], value);
        return values.length === 0 ? unmatched(pattern, value) : noneOf(values, value);
      },
    ],
  ]);
}
