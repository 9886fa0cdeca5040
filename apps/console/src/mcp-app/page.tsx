import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { now } from '../ui/clock';
import { Foreign } from '../ui/texts';
import { durationText, timeMs } from '../values/ages';
import { visibleText } from '../values/visible-text';
import { Bytes, signersOf } from './bytes';
import { hasRealFunds } from './deployment';
import { DryRun, DryRunStatus } from './dry-run';
import { listOf, type Members, membersOf, textOf } from './members';
import type { Outcome } from './outcome';

/** The page by the outcome of the call. It shows what the gateway answered, and signs and sends nothing. */
export function Page({ outcome }: { outcome: ReadonlySignal<Outcome> }): JSX.Element {
  const { value } = outcome;
  return (
    <main>
      {value.kind === 'proposal' ? (
        <Proposal answer={value.answer} />
      ) : value.kind === 'message' ? (
        <>
          <h1>{value.title}</h1>
          <p class="problem">
            <Foreign text={value.text} />
          </p>
        </>
      ) : (
        <>
          <h1>Proposal</h1>
          <p class="muted">Waiting for the answer of the gateway.</p>
        </>
      )}
    </main>
  );
}

const Proposal = ({ answer }: { answer: Members }): JSX.Element => {
  const run = membersOf(answer['simulation']);
  // What is in a block has no dry run any more.
  const isExecuted = answer['status'] === 'executed';
  return (
    <>
      <Network name={textOf(answer['network'])} />
      <h1>{isExecuted ? 'What this transaction did' : 'What this transaction does'}</h1>
      <Status answer={answer} />
      {isExecuted ? null : <DryRunStatus run={run} />}
      <Warnings of={answer['warnings']} />
      <Summary of={answer['summary']} />
      {isExecuted ? (
        <p>get_transaction has the balances that it changed.</p>
      ) : (
        <DryRun run={run} signers={signersOf(answer)} />
      )}
      <Expiry answer={answer} />
      <Bytes answer={answer} />
      <p class="muted">This page shows what the gateway answered. It signs nothing and sends nothing.</p>
    </>
  );
};

function Network({ name }: { name: string }): JSX.Element {
  const isReal = hasRealFunds(name);
  const funds =
    isReal === undefined
      ? 'whether the funds are real is not known: take them for real'
      : isReal
        ? 'real funds'
        : 'no real funds';
  return (
    <p class={isReal === false ? 'strip' : 'strip real'}>
      <Foreign text={name} />: {funds}
    </p>
  );
}

/** The outcome of the intention that `request_id` names. */
function Status({ answer }: { answer: Members }): JSX.Element | null {
  const { status, block_num: block, finality } = answer;
  if (status === 'new') return null;
  if (status === 'repeated') {
    return (
      <p class="note">
        It was composed before under this request_id: this is the same transaction, not another one.
      </p>
    );
  }
  if (status !== 'executed') {
    return (
      <p class="problem">Its status is one that this page does not know: {visibleText(textOf(status))}</p>
    );
  }
  const where = `block ${textOf(block)}${finality === undefined ? '' : ` (${textOf(finality)})`}`;
  return (
    <p class="problem stop">
      <strong>It is executed already, in {visibleText(where)}: sign nothing.</strong>
    </p>
  );
}

function Warnings({ of }: { of: unknown }): JSX.Element | null {
  if (!Array.isArray(of)) return <p class="problem">The answer does not say whether there are warnings.</p>;
  if (of.length === 0) return null;
  return (
    <section>
      <h2>{of.length === 1 ? 'Warning' : `${of.length} warnings`}</h2>
      {listOf(of)
        .map(membersOf)
        .map(({ code, message }, index) => (
          <p class="problem" key={index}>
            <strong>
              <Foreign text={textOf(code)} />
            </strong>{' '}
            <Foreign text={textOf(message)} />
          </p>
        ))}
    </section>
  );
}

function Summary({ of }: { of: unknown }): JSX.Element {
  const sentences = listOf(of);
  if (sentences.length === 0) return <p class="problem">The answer does not say what it does.</p>;
  return (
    <ol class="summary">
      {sentences.map((sentence, index) => (
        <li key={index}>
          <Foreign text={textOf(sentence)} />
        </li>
      ))}
    </ol>
  );
}

/** Until when it can be signed, with the next step. */
function Expiry({ answer }: { answer: Members }): JSX.Element {
  const expires = textOf(answer['expires']);
  const left = (timeMs(expires) - now.value) / 1_000;
  const isExecuted = answer['status'] === 'executed';
  const next = <p class="muted">{<Foreign text={textOf(answer['next'])} />}</p>;
  return (
    <section>
      <h2>{isExecuted ? 'Next' : 'Time to sign'}</h2>
      {isExecuted ? null : Number.isNaN(left) ? (
        <p class="problem">It has no expiration that this page can read: {visibleText(expires)}</p>
      ) : left > 0 ? (
        <p>
          Expires in <strong class="amount">{durationText(left)}</strong> (<Foreign text={expires} />
          ).
        </p>
      ) : (
        <p class="problem">It expired at {visibleText(expires)}: it cannot be signed any more.</p>
      )}
      {isExecuted || left > 0 ? next : null}
    </section>
  );
}
