import type { JSX } from 'preact';
import type { FormField } from '../../gateway/tool-forms';
import { CodeText } from './code-text';

interface FieldRowProps {
  readonly field: FormField;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onValue: (value: string) => void;
}

/** A field with its help, and what is wrong with its value. */
export function FieldRow({ field, value, problem, onValue }: FieldRowProps): JSX.Element {
  const { name, isRequired, help, maxLength } = field;
  const common = {
    id: `field-${name}`,
    name,
    value,
    required: isRequired,
    'aria-describedby': `help-${name}`,
    'aria-invalid': problem !== undefined,
    onInput: ({
      currentTarget,
    }: {
      currentTarget: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
    }) => {
      onValue(currentTarget.value);
    },
  };
  return (
    <div class="field">
      <label for={`field-${name}`}>
        {name}
        {isRequired ? ' *' : ''}
      </label>
      <Control field={field} common={common} {...(maxLength !== undefined && { maxLength })} />
      <span class="muted" id={`help-${name}`}>
        <CodeText text={help} />
        {problem === undefined ? null : (
          <strong class="bad" role="alert">
            {` ${name} ${problem}`}
          </strong>
        )}
      </span>
    </div>
  );
}

type Common = Record<string, unknown>;

function Control({
  field: { kind, choices, isRequired },
  common,
}: {
  field: FormField;
  common: Common;
}): JSX.Element {
  if (kind === 'choice' || kind === 'boolean') {
    const options = kind === 'boolean' ? ['true', 'false'] : choices;
    return (
      <select {...common}>
        <option value="">{isRequired ? 'choose' : 'default'}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'json') return <textarea {...common} rows={5} spellcheck={false} />;
  return (
    <input
      {...common}
      type="text"
      inputMode={kind === 'integer' ? 'numeric' : undefined}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
    />
  );
}
