import type { PackedAction } from '@app/antelope';
import { keyAuthority } from '../genesis/key-authority';
import { newaccount, SYSTEM_ACCOUNT } from '../kernel/sdk/native-actions';
import { actionOf } from '../client/action';
import type { InProcessClient } from '../client/in-process-client';

/** Creates simulated accounts, each with its own key. */
export function newAccounts(chain: InProcessClient, names: readonly string[]): PackedAction[] {
  return names.map((name) => {
    const authority = keyAuthority(chain.keyOf(name));
    const data = { creator: SYSTEM_ACCOUNT, name, owner: authority, active: authority };
    return actionOf(SYSTEM_ACCOUNT, newaccount, data, SYSTEM_ACCOUNT);
  });
}
