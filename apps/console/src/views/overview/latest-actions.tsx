import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { callHistory } from '../../gateway/history';
import { type HistoryActions, ActionTable } from '../../ui/action-table';
import { PolledPanel } from '../../ui/panel';

const EVERY_MS = 8_000;
const ACTIONS = 15;

/** The last actions of the network, newest first. */
export function LatestActions({ network }: { network: string }): JSX.Element {
  const actions = usePoll(`actions ${network}`, EVERY_MS, () =>
    callHistory<HistoryActions>(network, `/v2/history/get_actions?limit=${String(ACTIONS)}&sort=desc`),
  );
  return (
    <PolledPanel
      title="Latest actions"
      state={actions}
      isEmpty={(answer) => answer !== 'no history' && answer.actions.length === 0}
      empty="There are no actions yet."
    >
      {(answer) =>
        answer === 'no history' ? (
          <p class="muted">The network has no history node: its actions are not known.</p>
        ) : (
          <ActionTable network={network} actions={answer.actions} />
        )
      }
    </PolledPanel>
  );
}
