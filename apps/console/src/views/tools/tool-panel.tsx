import type { ProposalAnswer, ToolName } from '@app/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { NetworkFacts } from '../../gateway/config';
import { callTool } from '../../gateway/tools';
import { type FormValues, inputOf, problemsOf, type ToolForm } from '../../gateway/tool-forms';
import { ForeignJson } from '../../ui/foreign-json';
import { Later } from '../../ui/later';
import { Panel, Problem } from '../../ui/panel';
import { Calls } from './calls';
import { CodeText } from './code-text';
import { FieldRow } from './field-row';

interface ToolPanelProps {
  readonly network: NetworkFacts;
  readonly form: ToolForm;
}

interface FilledPanelProps extends ToolPanelProps {
  /** Fields that the address fills in. */
  readonly filled: FormValues;
}

type Outcome =
  | { readonly state: 'none' | 'waiting' }
  | { readonly state: 'failed'; readonly error: Error }
  | {
      readonly state: 'answered';
      readonly answer: unknown;
      readonly input: Readonly<Record<string, unknown>>;
    };

const BUTTONS = { read: 'Read', compose: 'Compose a proposal', relay: 'Send' } as const;

/** A form of a tool and its answer. */
export function ToolPanel({ network, form, filled }: FilledPanelProps): JSX.Element {
  const values = useSignal<FormValues>(filled);
  const problems = useSignal<Readonly<Record<string, string>>>({});
  const outcome = useSignal<Outcome>({ state: 'none' });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    problems.value = problemsOf(form, values.value);
    const [wrong] = Object.keys(problems.value);
    if (wrong !== undefined) {
      document.getElementById(`field-${wrong}`)?.focus();
      return;
    }
    const input = inputOf(form, values.value);
    const waiting: Outcome = { state: 'waiting' };
    outcome.value = waiting;
    const end = (ended: Outcome) => {
      if (outcome.value === waiting) outcome.value = ended;
    };
    callTool(network.name, form.name as ToolName, input as never).then(
      (answer) => {
        end({ state: 'answered', answer, input });
      },
      (error: unknown) => {
        end({ state: 'failed', error: error as Error });
      },
    );
  };
  const edit = (edited: FormValues) => {
    values.value = edited;
    // What was sent has an outcome whatever the form says now.
    if (form.kind !== 'relay') outcome.value = { state: 'none' };
  };
  return (
    <>
      <h1>{form.title}</h1>
      <Panel title={form.name}>
        <p>
          <CodeText text={form.description} />
        </p>
        {Object.keys(filled).length === 0 ? null : (
          <p class="note">The link to this page filled in {Object.keys(filled).join(', ')}.</p>
        )}
        <form onSubmit={submit} noValidate>
          {form.fields.map((field) => (
            <FieldRow
              key={field.name}
              field={field}
              value={values.value[field.name] ?? ''}
              problem={problems.value[field.name]}
              onValue={(value) => {
                edit({ ...values.value, [field.name]: value });
              }}
            />
          ))}
          <p class="actions">
            <button type="submit" disabled={outcome.value.state === 'waiting'}>
              {BUTTONS[form.kind]}
            </button>
            <button
              type="button"
              onClick={() => {
                edit(form.example);
              }}
            >
              Fill in the example
            </button>
          </p>
        </form>
        <Calls network={network.name} form={form} values={values.value} />
      </Panel>
      <Result network={network} form={form} outcome={outcome.value} />
    </>
  );
}

function Result({ network, form, outcome }: ToolPanelProps & { outcome: Outcome }): JSX.Element | null {
  if (outcome.state === 'waiting') return <p class="muted">Asking the gateway…</p>;
  if (outcome.state === 'failed') return <Problem error={outcome.error} />;
  if (outcome.state !== 'answered') return null;
  const { answer, input } = outcome;
  return (
    <>
      {form.kind === 'compose' ? (
        <Later
          load={async () => (await import('./proposal-panel')).ProposalPanel}
          props={{ network, tool: form.name, input, proposal: answer as ProposalAnswer }}
        />
      ) : null}
      <details class="panel" open={form.kind !== 'compose'}>
        <summary>Answer of the gateway</summary>
        <ForeignJson value={answer} label="Answer of the gateway" />
      </details>
    </>
  );
}
