import type { JSX } from 'preact';
import type { ViewProps } from '../view-props';
import { Foreign } from '../../ui/values';
import { AccountPanels } from './account-panels';
import { History } from './history';
import { Loans } from './loans';
import { Orders } from './orders';
import { VaultPanel } from './vault-panel';

/** Everything about one account. */
export function AccountView({ network, args: [account = ''] }: ViewProps): JSX.Element {
  const of = { network: network.name, account };
  return (
    <>
      <h1>
        Account <Foreign text={account} />
      </h1>
      <AccountPanels {...of} />
      <div class="grid">
        <VaultPanel {...of} />
        <Loans {...of} />
      </div>
      <Orders {...of} />
      <History {...of} />
    </>
  );
}
