import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { callNode } from '../../gateway/routes';
import { type HistoryActions, ActionTable } from '../../ui/action-table';
import { PolledPanel } from '../../ui/panel';

const EVERY_MS = 8_000;
const ACTIONS = 15;

/** The last actions of the network, newest first. */
export function LatestActions({ network }: { network: string }): JSX.Element {
  const actions = usePoll(`actions ${network}`, EVERY_MS, () =>
    callNode<HistoryActions>(network, `/v2/history/get_actions?limit=${String(ACTIONS)}&sort=desc`),
  );
  return (
    <PolledPanel
      title="Latest actions"
      state={actions}
      isEmpty={(answer) => answer.actions.length === 0}
      empty="There are no actions yet."
    >
      {(answer) => <ActionTable network={network} actions={answer.actions} />}
    </PolledPanel>
  );
}
