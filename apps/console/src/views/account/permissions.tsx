import type { PermissionAnswer } from '@app/client';
import type { JSX } from 'preact';
import { Id } from '../../ui/copy';
import { AccountLink, Foreign } from '../../ui/values';

interface PermissionsProps {
  readonly network: string;
  readonly permissions: readonly PermissionAnswer[];
  readonly parent?: string;
}

/** Permissions as a tree: who may sign, and for which actions. */
export const Permissions = ({ network, permissions, parent = '' }: PermissionsProps): JSX.Element => (
  <ul class="tree">
    {permissions
      .filter((each) => each.parent === parent)
      .map(({ name, threshold, keys, accounts, waits, linked_actions }) => (
        <li key={name}>
          <strong>
            <Foreign text={name} />
          </strong>
          , {threshold} needed
          <ul>
            {keys.map(({ key, weight }) => (
              <li key={key}>
                {weight} by <Id text={key} />
              </li>
            ))}
            {accounts.map(({ actor, permission, weight }) => (
              <li key={`${actor} ${permission}`}>
                {weight} by <AccountLink network={network} of={actor} />@<Foreign text={permission} />
              </li>
            ))}
            {waits.map(({ wait_sec, weight }) => (
              <li key={wait_sec}>
                {weight} by a wait of {wait_sec} s
              </li>
            ))}
            {linked_actions.map(({ contract, action }) => (
              <li key={`${contract} ${String(action)}`}>
                may sign <Foreign text={action ?? 'any action'} /> of{' '}
                <AccountLink network={network} of={contract} />
              </li>
            ))}
          </ul>
          {permissions.some((each) => each.parent === name) ? (
            <Permissions network={network} permissions={permissions} parent={name} />
          ) : null}
        </li>
      ))}
  </ul>
);
