import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { callNode } from '../../gateway/routes';
import { ActionTable, type HistoryAction, type HistoryActions } from '../../ui/action-table';
import { PolledPanel, Problem } from '../../ui/panel';
import type { OfAccount } from './of-account';

const EVERY_MS = 15_000;
const PAGE = 25;

/** Actions of an account, newest first, with older ones on demand. */
export function History({ network, account }: OfAccount): JSX.Element {
  const path = `/v2/history/get_actions?account=${encodeURIComponent(account)}&limit=${String(PAGE)}&sort=desc`;
  const newest = usePoll(`history ${network} ${account}`, EVERY_MS, () =>
    callNode<HistoryActions>(network, path),
  );
  const older = useSignal<readonly HistoryAction[]>([]);
  const cursor = useSignal<string | null | undefined>(undefined);
  const error = useSignal<Error | undefined>(undefined);
  const more = (from: string) => {
    callNode<HistoryActions>(network, `${path}&cursor=${encodeURIComponent(from)}`).then(
      ({ actions, next_cursor }) => {
        older.value = [...older.value, ...actions];
        cursor.value = next_cursor ?? null;
        error.value = undefined;
      },
      (reason: unknown) => (error.value = reason as Error),
    );
  };
  return (
    <PolledPanel
      title="History"
      state={newest}
      isEmpty={({ actions }) => actions.length === 0}
      empty="No action is known."
    >
      {({ actions, next_cursor }) => {
        const next = cursor.value === undefined ? next_cursor : cursor.value;
        return (
          <>
            <ActionTable network={network} actions={merged(actions, older.value)} />
            {error.value === undefined ? null : <Problem error={error.value} />}
            {next === null || next === undefined ? null : (
              <p class="actions">
                <button
                  type="button"
                  onClick={() => {
                    more(next);
                  }}
                >
                  Older actions
                </button>
              </p>
            )}
          </>
        );
      }}
    </PolledPanel>
  );
}

/** Each action once, newest first: pages overlap when actions arrive between them. */
function merged(...pages: readonly (readonly HistoryAction[])[]): HistoryAction[] {
  const bySequence = new Map(pages.flat().map((action) => [action.global_sequence, action]));
  return [...bySequence.values()].sort((one, other) => other.global_sequence - one.global_sequence);
}
