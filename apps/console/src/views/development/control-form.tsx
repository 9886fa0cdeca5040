import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { callControl } from '../../gateway/development';
import { Panel, Problem } from '../../ui/panel';
import { visibleText } from '../../values/visible-text';

interface ControlField {
  readonly name: string;
  readonly label: string;
  readonly initial: string;
  /** What is sent for the text; by default the text, which amounts and prices are. */
  readonly sentAs?: (text: string) => number | boolean;
  readonly choices?: readonly string[];
}

interface ControlFormProps {
  readonly network: string;
  readonly title: string;
  readonly control: string;
  readonly button: string;
  readonly fields: readonly ControlField[];
  /** Called after a success. */
  readonly onDone?: () => void;
}

/** A form for a control of a development chain, and its answer. */
export function ControlForm({
  network,
  title,
  control,
  button,
  fields,
  onDone,
}: ControlFormProps): JSX.Element {
  const values = useSignal(Object.fromEntries(fields.map(({ name, initial }) => [name, initial])));
  const answer = useSignal<object | Error | undefined>(undefined);
  const isWaiting = useSignal(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    answer.value = undefined;
    isWaiting.value = true;
    const body = Object.fromEntries(
      fields.map(({ name, sentAs }) => {
        const value = values.value[name] ?? '';
        return [name, sentAs === undefined ? value : sentAs(value)];
      }),
    );
    callControl<object>(network, control, body)
      .then(
        (result) => {
          answer.value = result;
          onDone?.();
        },
        (error: unknown) => (answer.value = error as Error),
      )
      .finally(() => (isWaiting.value = false));
  };
  return (
    <Panel title={title}>
      <form onSubmit={submit} noValidate>
        {fields.map(({ name, label, choices }) => {
          const bound = {
            id: `${control}-${name}`,
            value: values.value[name] ?? '',
            onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
              (values.value = { ...values.value, [name]: currentTarget.value }),
          };
          return (
            <div key={name} class="field">
              <label for={bound.id}>{label}</label>
              {choices === undefined ? (
                <input {...bound} autocomplete="off" />
              ) : (
                <select {...bound}>
                  {choices.map((choice) => (
                    <option key={choice} value={choice}>
                      {visibleText(choice)}
                    </option>
                  ))}
                </select>
              )}
            </div>
          );
        })}
        <button type="submit" disabled={isWaiting.value}>
          {button}
        </button>
      </form>
      <Answer answer={answer.value} />
    </Panel>
  );
}

function Answer({ answer }: { answer: object | Error | undefined }): JSX.Element | null {
  if (answer === undefined) return null;
  if (answer instanceof Error) return <Problem error={answer} />;
  const text = Object.entries(answer)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');
  return (
    <p class="success" role="status">
      {visibleText(text)}
    </p>
  );
}
