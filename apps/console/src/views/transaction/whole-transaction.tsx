import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { PolledPanel } from '../../ui/panel';
import { ActionList } from './action-list';
import { HistoryPanel } from './history-panel';
import { readHistory, readTransaction } from './read-transaction';
import { isFinalAnswer, isFinalHistory } from './transaction-answer';

const EVERY_MS = 8_000;

interface OneTransaction {
  readonly network: string;
  readonly id: string;
}

/** A transaction of a block: its sentences, its tree of actions, receipts and RAM, read once somebody opens it. */
export function WholeTransaction({ network, id }: OneTransaction): JSX.Element {
  const isOpen = useSignal(false);
  return (
    <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary>Sentences and tree of {id.slice(0, 8)}</summary>
      {isOpen.value ? <Opened network={network} id={id} /> : null}
    </details>
  );
}

function Opened({ network, id }: OneTransaction): JSX.Element {
  const state = usePoll(
    `transaction ${network} ${id}`,
    EVERY_MS,
    () => readTransaction(network, id),
    isFinalAnswer,
  );
  const history = usePoll(
    `executed ${network} ${id}`,
    EVERY_MS,
    () => readHistory(network, id),
    isFinalHistory,
  );
  return (
    <>
      <PolledPanel title="Sentences" state={state}>
        {({ actions }) => <ActionList network={network} actions={actions} />}
      </PolledPanel>
      <HistoryPanel network={network} state={history} />
    </>
  );
}
