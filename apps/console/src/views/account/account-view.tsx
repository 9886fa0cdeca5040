import type { JSX } from 'preact';
import { addressOf } from '../../app/location';
import type { ViewProps } from '../view-props';
import { Foreign } from '../../ui/values';
import { AccountPanels } from './account-panels';
import { History } from './history';
import { Loans } from './loans';
import { Orders } from './orders';
import { Payments } from './payments';
import { VaultPanel } from './vault-panel';

/** Everything about one account. */
export function View({ network, args: [account = ''] }: ViewProps): JSX.Element {
  const of = { network: network.name, account };
  return (
    <>
      <h1>
        Account <Foreign text={account} />
      </h1>
      <p class="actions">
        <a href={addressOf(network.name, 'contract', account)}>Tables and actions of its contract</a>
      </p>
      <AccountPanels {...of} />
      <Payments {...of} />
      <VaultPanel {...of} />
      <Loans {...of} />
      <Orders {...of} />
      <History {...of} />
    </>
  );
}
