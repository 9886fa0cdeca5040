import type { JSX } from 'preact';
import type { ViewProps } from '../view-props';
import { usePoll } from '../../gateway/poll';
import { callHistory } from '../../gateway/history';
import { PolledPanel } from '../../ui/panel';
import { AccountLink, Foreign } from '../../ui/values';

/** The accounts of a public key. */
export function View({ network: { name }, args: [key = ''] }: ViewProps): JSX.Element {
  const path = `/v2/state/get_key_accounts?public_key=${encodeURIComponent(key)}`;
  const state = usePoll(`key ${name} ${key}`, 0, () =>
    callHistory<{ readonly account_names: readonly string[] }>(name, path),
  );
  return (
    <>
      <h1>Public key</h1>
      <p class="mono long">
        <Foreign text={key} />
      </p>
      <PolledPanel
        title="Accounts of this key"
        state={state}
        isEmpty={(answer) => answer !== 'no history' && answer.account_names.length === 0}
        empty="No account has this key."
      >
        {(answer) =>
          answer === 'no history' ? (
            <p class="muted">The network has no history node: accounts of keys are not known.</p>
          ) : (
            <ul class="list">
              {answer.account_names.map((account) => (
                <li key={account}>
                  <AccountLink network={name} of={account} />
                </li>
              ))}
            </ul>
          )
        }
      </PolledPanel>
    </>
  );
}
