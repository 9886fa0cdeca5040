import type { JSX } from 'preact';
import { addressOf } from '../../app/location';
import type { ViewProps } from '../view-props';
import { usePoll } from '../../gateway/poll';
import { ToolError } from '../../gateway/request';
import { callTool } from '../../gateway/tools';
import { PolledPanel } from '../../ui/panel';
import { Foreign } from '../../ui/values';
import { AccountPanels } from './account-panels';
import { History } from './history';
import { Loans } from './loans';
import { Orders } from './orders';
import { Payments } from './payments';
import { VaultPanel } from './vault-panel';

const EVERY_MS = 20_000;

/** Everything about one account; that it does not exist, once. */
export function View({ network, args: [account = ''] }: ViewProps): JSX.Element {
  const of = { network: network.name, account };
  const state = usePoll(`account ${network.name} ${account}`, EVERY_MS, () =>
    callTool(network.name, 'get_account', { account }),
  );
  const { answer, error } = state.value;
  const isMissing = answer === undefined && error instanceof ToolError && error.code === 'unknown_account';
  return (
    <>
      <h1>
        Account <Foreign text={account} />
      </h1>
      {isMissing ? (
        <PolledPanel title="Account" state={state}>
          {() => null}
        </PolledPanel>
      ) : (
        <>
          <p class="actions">
            <a href={addressOf(network.name, 'contract', account)}>Tables and actions of its contract</a>
          </p>
          <AccountPanels {...of} state={state} everyMs={EVERY_MS} />
          <Payments {...of} />
          <VaultPanel {...of} />
          <Loans {...of} />
          <Orders {...of} />
          <History {...of} />
        </>
      )}
    </>
  );
}
