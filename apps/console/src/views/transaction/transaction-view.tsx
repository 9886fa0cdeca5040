import type { JSX } from 'preact';
import type { ViewProps } from '../view-props';
import { usePoll } from '../../gateway/poll';
import { Copy, Id } from '../../ui/copy';
import { Facts } from '../../ui/facts';
import { LiveMark } from '../../ui/live-mark';
import { BlockOfId } from '../../ui/other-id';
import { Panel, PolledPanel } from '../../ui/panel';
import { RowChanges } from '../../ui/row-changes';
import { Age, BlockLink, Foreign } from '../../ui/values';
import { ActionList } from './action-list';
import { EffectsPanel, OrdersPanel } from './effects-panel';
import { HistoryPanel } from './history-panel';
import { readHistory, readTransaction } from './read-transaction';
import { isFinalAnswer, isFinalHistory, type TransactionAnswer } from './transaction-answer';

const EVERY_MS = 4_000;
/** While the stream says when block or finality change. */
const LIVE_EVERY_MS = 30_000;

/** A transaction: what it did by the nodes of the chain, and what the history adds where there is one. */
export function View({ network: { name }, args: [text = ''] }: ViewProps): JSX.Element {
  const id = text.toLowerCase();
  const state = usePoll(
    `transaction ${name} ${id}`,
    EVERY_MS,
    () => readTransaction(name, id),
    isFinalAnswer,
  );
  const history = usePoll(`executed ${name} ${id}`, EVERY_MS, () => readHistory(name, id), isFinalHistory);
  const { answer } = state.value;
  return (
    <>
      <h1>
        Transaction <Foreign text={id.slice(0, 8)} />
      </h1>
      <PolledPanel
        title="Transaction"
        state={state}
        mark={
          answer === undefined || isFinalAnswer(answer) ? null : (
            <LiveMark
              key={id}
              network={name}
              topic={`transaction:${id}`}
              state={state}
              everyMs={LIVE_EVERY_MS}
            />
          )
        }
      >
        {(known) => <Summary network={name} id={id} answer={known} />}
      </PolledPanel>
      {answer === undefined || answer.status === 'not_found' ? null : (
        <>
          <Panel title="Actions">
            <ActionList network={name} actions={answer.actions} />
          </Panel>
          <EffectsPanel network={name} effects={answer.effects} />
          {answer.orders === null || answer.orders.length === 0 ? null : (
            <OrdersPanel orders={answer.orders} />
          )}
        </>
      )}
      <HistoryPanel network={name} state={history} />
      {answer?.block_num == null ? null : (
        <RowChanges key={answer.block_num} network={name} block={answer.block_num} />
      )}
    </>
  );
}

interface SummaryProps {
  readonly network: string;
  readonly id: string;
  readonly answer: TransactionAnswer;
}

const Summary = ({ network, id, answer }: SummaryProps): JSX.Element => (
  <>
    <Facts
      rows={[
        [
          'Id',
          <>
            <Id text={id} /> <Copy text={id} />
          </>,
        ],
        ['Status', <Status {...answer} />],
        [
          'Block',
          answer.block_num === null ? 'none' : <BlockLink network={network} of={String(answer.block_num)} />,
        ],
        ['Time', answer.block_time === null ? 'not known' : <Age time={answer.block_time} />],
      ]}
    />
    {answer.note === null ? null : (
      <p class="muted">
        <Foreign text={answer.note} />
      </p>
    )}
    {answer.status === 'not_found' ? <BlockOfId key={id} network={network} id={id} /> : null}
  </>
);

function Status({ status, finality }: TransactionAnswer): JSX.Element {
  if (status === 'not_found') return <strong>not found</strong>;
  if (status === 'pending') return <span>pending: in no block yet</span>;
  return finality === 'irreversible' ? (
    <span class="good">executed, irreversible</span>
  ) : (
    <span>executed, not yet irreversible</span>
  );
}
