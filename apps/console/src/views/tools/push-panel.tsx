import type { PushTransactionAnswer } from '@app/client';
import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { limitedUntil, ToolError } from '../../gateway/request';
import { callTool } from '../../gateway/tools';
import { Problem } from '../../ui/panel';
import { BlockLink, TransactionLink } from '../../ui/values';
import { visibleText } from '../../values/visible-text';

interface PushPanelProps {
  readonly network: string;
  readonly packed: string;
  readonly signatures: Signal<string>;
  /** Becomes true with the first push. */
  readonly isPushed: Signal<boolean>;
}

/** The relay takes ten requests a minute. */
const AGAIN_MS = 7_000;

/** Answers that the same bytes get again. */
const REFUSALS = ['relay_refused', 'contract_refused'];

const isRefusal = (error: Error | undefined): boolean =>
  error instanceof ToolError && REFUSALS.includes(error.code ?? '');

/** Calls once after the wait, and after every limit of the gateway, while the page is visible. Returns what ends it. */
function callLater(call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    const delayMs = Math.max(AGAIN_MS, limitedUntil.value - Date.now());
    timer = setTimeout(() => {
      if (document.hidden || limitedUntil.value > Date.now()) wait();
      else call();
    }, delayMs);
  };
  wait();
  return () => {
    clearTimeout(timer);
  };
}

/** Pushes pasted signatures, and asks again until the transaction is irreversible. */
export function PushPanel({ network, packed, signatures, isPushed }: PushPanelProps): JSX.Element {
  const result = useSignal<PushTransactionAnswer | undefined>(undefined);
  const error = useSignal<Error | undefined>(undefined);
  const isWaiting = useSignal(false);
  const list = signatures.value.split(/\s+/).filter((text) => text !== '');
  const push = (wait_for: string) => {
    isWaiting.value = true;
    callTool(network, 'push_transaction', {
      signed_tx: { signatures: list, packed_trx: packed },
      wait_for,
    })
      .then(
        (answer) => {
          result.value = answer;
          error.value = undefined;
        },
        (reason: unknown) => (error.value = reason as Error),
      )
      .finally(() => (isWaiting.value = false));
  };
  const isFollowed =
    result.value !== undefined && result.value.finality !== 'irreversible' && !isRefusal(error.value);
  useEffect(() => {
    if (!isFollowed) return;
    return callLater(() => {
      push('irreversible');
    });
  }, [result.value, error.value]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        isPushed.value = true;
        push('in_block');
      }}
    >
      <label for="signatures">Signatures</label>
      <textarea
        id="signatures"
        rows={3}
        spellcheck={false}
        value={signatures.value}
        onInput={({ currentTarget }) => (signatures.value = currentTarget.value)}
      />
      <p class="actions">
        <button type="submit" disabled={list.length === 0 || isWaiting.value}>
          Push the transaction
        </button>
      </p>
      {error.value === undefined ? null : <Problem error={error.value} />}
      {result.value === undefined ? null : <PushStatus network={network} result={result.value} />}
    </form>
  );
}

const PushStatus = ({ network, result }: { network: string; result: PushTransactionAnswer }): JSX.Element => (
  <p class={result.finality === 'speculative' ? 'note' : 'success'} role="status">
    <strong>{visibleText(result.status)}</strong>, {visibleText(result.finality.replace('_', ' '))}
    {result.block_num === null ? '' : ', block '}
    {result.block_num === null ? null : <BlockLink network={network} of={String(result.block_num)} />}:{' '}
    <TransactionLink network={network} of={result.transaction_id} />{' '}
    {result.next === null ? '' : visibleText(result.next)}
  </p>
);
