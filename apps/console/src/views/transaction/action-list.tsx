import type { JSX } from 'preact';
import { ForeignJson } from '../../ui/foreign-json';
import { AccountLink, Foreign } from '../../ui/values';
import { actionText } from '../../values/action-text';
import type { ExplainedAction } from './transaction-answer';

interface KnownActions {
  readonly network: string;
  readonly actions: readonly ExplainedAction[] | null;
}

/** The actions of a transaction in sentences, and their data; null: not known. */
export const ActionList = ({ network, actions }: KnownActions): JSX.Element =>
  actions === null ? (
    <p class="muted">Not known.</p>
  ) : (
    <ol class="list">
      {actions.map(({ contract, action, authorization, summary, data }, index) => (
        <li key={index}>
          {summary === null ? <bdi>{actionText(action, data)}</bdi> : <Foreign text={summary} />}{' '}
          <span class="muted">
            <AccountLink network={network} of={contract} /> <Foreign text={action} /> by{' '}
            <Foreign text={authorization.join(', ')} />
          </span>
          <details>
            <summary>Data</summary>
            <ForeignJson value={data} label={`Data of action ${String(index + 1)}`} />
          </details>
        </li>
      ))}
    </ol>
  );
