import type { GetTransactionAnswer, PushTransactionAnswer } from '@app/client';
import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { Problem } from '../../ui/panel';
import { BlockLink, TransactionLink } from '../../ui/values';
import { visibleText } from '../../values/visible-text';
import { afterFailure, type Sent } from './sent';

interface PushPanelProps {
  readonly network: string;
  readonly packed: string;
  readonly signatures: Signal<string>;
  readonly sent: Signal<Sent>;
}

/** The relay takes ten requests a minute. */
const AGAIN_MS = 7_000;

/** Takes pasted signatures, and pushes them. */
export function PushPanel({ network, packed, signatures, sent }: PushPanelProps): JSX.Element {
  const times = useSignal(0);
  const list = signatures.value.split(/\s+/).filter((text) => text !== '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent.value = sent.value === 'no' ? 'first' : 'pushing';
        times.value++;
      }}
    >
      <label>
        Signatures
        <textarea
          name="signatures"
          rows={3}
          spellcheck={false}
          value={signatures.value}
          onInput={({ currentTarget }) => (signatures.value = currentTarget.value)}
        />
      </label>
      <p class="actions">
        <button type="submit" disabled={list.length === 0}>
          Push the transaction
        </button>
      </p>
      {times.value === 0 ? null : (
        <Pushed
          key={times.value}
          network={network}
          signed={{ signatures: list, packed_trx: packed }}
          sent={sent}
        />
      )}
    </form>
  );
}

interface PushedProps {
  readonly network: string;
  readonly signed: { readonly signatures: readonly string[]; readonly packed_trx: string };
  readonly sent: Signal<Sent>;
}

/** The outcome of pushes; `end`: no further one follows. */
interface Outcome {
  readonly result?: PushTransactionAnswer;
  readonly end?: Error;
}

/**
 * Pushes, and asks again by the same bytes until the transaction is irreversible, or was refused. They are executed once,
 * so they are pushed again also after a push without an answer, which may have sent them.
 */
function Pushed(props: PushedProps): JSX.Element {
  const { sent } = props;
  const state = usePoll(
    '',
    AGAIN_MS,
    pushesOf(props),
    ({ result, end }) => end !== undefined || result?.finality === 'irreversible',
  );
  const { answer: { result, end } = {}, error } = state.value;
  return (
    <>
      {state.value.at === undefined && error === undefined ? <p class="muted">Asking the gateway…</p> : null}
      {end === undefined ? null : <Problem error={end} />}
      {error === undefined ? null : (
        <>
          <Problem error={error} />
          <p class="note">
            {sent.value === 'first'
              ? 'Nothing was sent yet: the same bytes are pushed again.'
              : 'It may have been sent: the same bytes are pushed again, and executed once.'}
          </p>
        </>
      )}
      {result === undefined ? null : <PushStatus network={props.network} result={result} />}
    </>
  );
}

/** Returns what pushes once. @throws Error where another push may get an answer */
function pushesOf({ network, signed, sent }: PushedProps): () => Promise<Outcome> {
  let wait_for = 'in_block';
  let unanswered = 0;
  return async () => {
    try {
      const result = await callTool(network, 'push_transaction', { signed_tx: signed, wait_for });
      sent.value = 'pushing';
      wait_for = 'irreversible';
      unanswered = 0;
      return { result };
    } catch (reason) {
      const after = afterFailure(sent.value, reason, ++unanswered);
      sent.value = after.sent;
      if (after.isFollowed) throw reason;
      return { end: reason as Error };
    }
  };
}

/** Where a transaction is. */
export const PushStatus = ({
  network,
  result: { status, finality, block_num, transaction_id, next },
}: {
  network: string;
  result: Pick<PushTransactionAnswer, 'block_num' | 'transaction_id' | 'next'> &
    Pick<PushTransactionAnswer | GetTransactionAnswer, 'status' | 'finality'>;
}): JSX.Element => (
  <p class={finality === 'speculative' ? 'note' : 'success'} role="status">
    <strong>{visibleText(status)}</strong>, {visibleText((finality ?? '').replace('_', ' '))}
    {block_num === null ? '' : ', block '}
    {block_num === null ? null : <BlockLink network={network} of={String(block_num)} />}:{' '}
    <TransactionLink network={network} of={transaction_id} /> {next === null ? '' : visibleText(next)}
  </p>
);
