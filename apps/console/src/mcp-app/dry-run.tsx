import type { JSX } from 'preact';
import { Facts } from '../ui/facts';
import { Foreign } from '../ui/texts';
import { visibleText } from '../values/visible-text';
import { Balances } from './balances';
import { listOf, type Members, membersOf, textOf } from './members';
import { type Section, sectionsOf } from './sections';

const SHOWN_APART = ['status', 'error', 'effects', 'steps'];

/** What the dry run shows. A failed one has no effects. */
export function DryRun({ run, signers }: { run: Members; signers: ReadonlySet<string> }): JSX.Element {
  const steps = listOf(run['steps']).map(membersOf);
  return (
    <section>
      <h2>What leaves and arrives</h2>
      {run['status'] === 'failed' ? (
        <p>Nothing: it fails.</p>
      ) : (
        <Balances effects={run['effects']} signers={signers} />
      )}
      <Sections of={sectionsOf(run, SHOWN_APART)} />
      {steps.map((step, index) => (
        <section key={index}>
          <h3>
            Step {index + 1}: <Foreign text={textOf(step['tool'])} />
          </h3>
          <Sections of={sectionsOf(step, ['step', 'tool'])} />
        </section>
      ))}
    </section>
  );
}

const Sections = ({ of }: { of: readonly Section[] }): JSX.Element => (
  <>
    {of.map(({ title, rows }) => (
      <div key={title}>
        <p class="facts-title">
          <bdi>{visibleText(title)}</bdi>
        </p>
        <Facts rows={rows.map(([name, value]) => [name, <Foreign text={value} />])} />
      </div>
    ))}
  </>
);

/** Whether the transaction would succeed, before anything else. */
export function DryRunStatus({ run }: { run: Members }): JSX.Element {
  const { status, error } = run;
  if (status === 'ok') return <p class="success">The dry run succeeds.</p>;
  return (
    <div class="problem stop" role="alert">
      <strong>{titleOf(status)}</strong>
      {typeof error === 'string' ? (
        <p>
          <Foreign text={error} />
        </p>
      ) : null}
    </div>
  );
}

function titleOf(status: unknown): string {
  if (status === 'failed') return 'The dry run fails: this transaction would not be executed.';
  if (status === 'unavailable') return 'No node has run it: what it would do is not known.';
  return `The dry run has a status that this page does not know: ${visibleText(textOf(status))}`;
}
