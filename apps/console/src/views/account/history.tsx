import type { GetHistoryAnswer } from '@app/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { type Polling, usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { ActionTable, type HistoryAction } from '../../ui/action-table';
import { PolledPanel, Problem } from '../../ui/panel';
import { type KnownHistory, withNewest, withOlder } from './known-history';
import type { OfAccount } from './of-account';

const EVERY_MS = 15_000;
const PAGE = 25;
/** The most that the tool answers: what is newer than the actions that are shown has to reach them. */
const LONGEST_PAGE = 100;

async function readPage(
  { network, account }: OfAccount,
  limit: number,
  cursor?: string,
): Promise<KnownHistory> {
  const input = { account, limit, ...(cursor !== undefined && { cursor }) };
  const { actions, next_cursor } = await callTool(network, 'get_history', input);
  return { actions: actions.map(actionOf), next: next_cursor };
}

const actionOf = ({
  sequence,
  time,
  transaction_id,
  contract,
  action,
  data,
  data_characters,
  ...same
}: GetHistoryAnswer['actions'][number]): HistoryAction => ({
  ...same,
  timestamp: time,
  trx_id: transaction_id,
  global_sequence: sequence,
  act: { account: contract, name: action, data: data ?? `data of ${String(data_characters)} characters` },
});

/** Actions of an account, newest first, with older ones on demand. */
export function History({ network, account }: OfAccount): JSX.Element {
  const of = { network, account };
  const hasOlder = useSignal(false);
  const error = useSignal<Error | undefined>(undefined);
  const history: Polling<KnownHistory> = usePoll(`history ${network} ${account}`, EVERY_MS, async () => {
    const page = await readPage(of, hasOlder.peek() ? LONGEST_PAGE : PAGE);
    const known = history.peek().answer;
    return known === undefined || !hasOlder.peek() ? page : withNewest(known, page);
  });
  const readOlder = (cursor: string) => {
    hasOlder.value = true;
    readPage(of, PAGE, cursor).then(
      (page) => {
        const { answer, ...polled } = history.peek();
        if (answer !== undefined) history.value = { ...polled, answer: withOlder(answer, cursor, page) };
        error.value = undefined;
      },
      (reason: unknown) => (error.value = reason as Error),
    );
  };
  return (
    <PolledPanel
      title="History"
      state={history}
      isEmpty={({ actions }) => actions.length === 0}
      empty="No action is known."
    >
      {({ actions, next }) => (
        <>
          <ActionTable network={network} actions={actions} />
          {error.value === undefined ? null : <Problem error={error.value} />}
          {next === null ? (
            <p class="muted">There are no older actions.</p>
          ) : (
            <p class="actions">
              <button
                type="button"
                onClick={() => {
                  readOlder(next);
                }}
              >
                Older actions
              </button>
            </p>
          )}
        </>
      )}
    </PolledPanel>
  );
}
