import type { ProposalAnswer, ToolName } from '@app/client';
import { type Signal, signal, useSignal } from '@preact/signals';
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
import type { Sent } from './sent';
import { noteIntention, withNewRequestId, withRequestId } from './request-ids';

interface ToolPanelProps {
  readonly network: NetworkFacts;
  readonly form: ToolForm;
}

interface FilledPanelProps extends ToolPanelProps {
  /** Fields that the address fills in. */
  readonly filled: FormValues;
}

type Outcome =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly error: Error }
  | {
      readonly state: 'answered';
      readonly answer: unknown;
      readonly input: Readonly<Record<string, unknown>>;
    };

/** One call of the tool. */
interface Call {
  readonly id: number;
  readonly outcome: Signal<Outcome>;
  readonly sent: Signal<Sent>;
  /** The form may say something else now. */
  readonly isEarlier: Signal<boolean>;
}

const BUTTONS = { read: 'Read', compose: 'Compose a proposal', relay: 'Send' } as const;

let called = 0;

const newCall = (): Call => ({
  id: ++called,
  outcome: signal<Outcome>({ state: 'waiting' }),
  sent: signal<Sent>('no'),
  isEarlier: signal(false),
});

/** A form of a tool, and the answer to what it says; also those whose transaction was sent, which are followed. */
export function ToolPanel({ network, form, filled }: FilledPanelProps): JSX.Element {
  const values = useSignal<FormValues>(withRequestId(network.name, form, filled));
  const problems = useSignal<Readonly<Record<string, string>>>({});
  const calls = useSignal<readonly Call[]>([]);
  /** Drops what was not sent to the chain: that has an outcome whatever the form says now. */
  const leave = () => {
    calls.value = calls.value.filter(({ sent }) => sent.value !== 'no');
    for (const { isEarlier } of calls.value) isEarlier.value = true;
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    problems.value = problemsOf(form, values.value);
    const [wrong] = Object.keys(problems.value);
    if (wrong !== undefined) {
      document.getElementById(`field-${wrong}`)?.focus();
      return;
    }
    const input = inputOf(form, values.value);
    noteIntention(network.name, form, values.value);
    const call = newCall();
    leave();
    calls.value = [call, ...calls.value];
    callTool(network.name, form.name as ToolName, input as never).then(
      (answer) => {
        call.outcome.value = { state: 'answered', answer, input };
      },
      (error: unknown) => {
        call.outcome.value = { state: 'failed', error: error as Error };
      },
    );
  };
  const edit = (edited: FormValues) => {
    values.value = edited;
    if (form.kind !== 'relay') leave();
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
                const edited = { ...values.value, [field.name]: value };
                edit(field.name === 'request_id' ? edited : withRequestId(network.name, form, edited));
              }}
            />
          ))}
          <p class="actions">
            <button type="submit" disabled={calls.value[0]?.outcome.value.state === 'waiting'}>
              {BUTTONS[form.kind]}
            </button>
            <button
              type="button"
              onClick={() => {
                edit(withRequestId(network.name, form, form.example));
              }}
            >
              Fill in the example
            </button>
            {form.kind === 'compose' ? (
              <button
                type="button"
                onClick={() => {
                  edit(withNewRequestId(network.name, form, values.value));
                }}
              >
                New request_id
              </button>
            ) : null}
          </p>
        </form>
        <Calls network={network.name} form={form} values={values.value} />
      </Panel>
      {calls.value.map((call) => (
        <Result network={network} form={form} call={call} key={call.id} />
      ))}
    </>
  );
}

function Result({ network, form, call }: ToolPanelProps & { call: Call }): JSX.Element {
  const outcome = call.outcome.value;
  if (outcome.state === 'waiting') return <p class="muted">Asking the gateway…</p>;
  if (outcome.state === 'failed') return <Problem error={outcome.error} />;
  const { answer, input } = outcome;
  return (
    <>
      {call.isEarlier.value && call.sent.value !== 'no' ? (
        <p class="note">Sent earlier, and still followed.</p>
      ) : null}
      {form.kind === 'compose' ? (
        <Later
          load={async () => (await import('./proposal-panel')).ProposalPanel}
          props={{
            network,
            tool: form.name,
            input,
            proposal: answer as ProposalAnswer,
            sent: call.sent,
          }}
        />
      ) : null}
      <details class="panel" open={form.kind !== 'compose'}>
        <summary>Answer of the gateway</summary>
        <ForeignJson value={answer} label="Answer of the gateway" />
      </details>
    </>
  );
}
