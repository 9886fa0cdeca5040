import { type PackedAction } from '@app/antelope';
import { keyAuthority } from '../../../apps/devchain/src/genesis/key-authority';
import { singleAuthority } from '../../../apps/devchain/src/kernel/sdk/authority';
import { newaccount } from '../../../apps/devchain/src/kernel/sdk/native-actions';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { InProcessChain } from '../../harness/chain/in-process-chain';
import { first } from './support/permission-actions';

describe('an account', () => {
  const kernel = new InProcessChain();
  const by = (creator: string, name: string, active = keyAuthority(first)): PackedAction =>
    actionOf('eosio', newaccount, { creator, name, owner: keyAuthority(first), active }, creator);

  it('an account is created with two permissions and 2724 bytes of RAM', () => {
    kernel.push([by('alice', 'newcomer')]);
    const account = kernel.chain.account('newcomer')!;
    expect(account.ramUsage).toBe(2724n);
    expect(account.createdMs).toBe(kernel.chain.head().timeMs + 500);
    expect(account.permissions.map(({ name, parent }) => [name, parent])).toEqual([
      ['active', 'owner'],
      ['owner', ''],
    ]);
  });

  it.each<[string, PackedAction, number, string]>([
    [
      'with a name that exists',
      by('alice', 'bob'),
      3050001,
      'Cannot create account named bob, as that name is already taken',
    ],
    ['with an empty name', by('alice', ''), 3050000, 'account name cannot be empty'],
    ['with 13 characters', by('alice', 'abcdefghijkla'), 3050000, 'account names can only be 12 chars long'],
    [
      'with a system name',
      by('alice', 'eosio.mine'),
      3050000,
      "only privileged accounts can have names that start with 'eosio.'",
    ],
    [
      'with the suffix of another account',
      by('alice', 'mine.bob'),
      3050003,
      'assertion failure with message: only suffix may create this account',
    ],
    [
      'with an authority that cannot be satisfied',
      by('alice', 'fresh', { ...keyAuthority(first), threshold: 2 }),
      3050000,
      'Invalid active authority',
    ],
    [
      'with an authority of an unknown account',
      by(
        'alice',
        'fresh',
        singleAuthority({ accounts: [{ permission: { actor: 'nobody', permission: 'active' }, weight: 1 }] }),
      ),
      3050000,
      "account 'nobody' does not exist",
    ],
    [
      'with an authority of an unknown permission',
      by(
        'alice',
        'fresh',
        singleAuthority({ accounts: [{ permission: { actor: 'bob', permission: 'agent' }, weight: 1 }] }),
      ),
      3050000,
      `permission '{"actor":"bob","permission":"agent"}' does not exist`,
    ],
  ])('an account is not created %s', (_, action, code, message) => {
    expect(kernel.refusal([action])).toMatchObject({
      code,
      details: [message, 'eosio <= eosio::newaccount pending console output: '],
    });
  });

  it('an account is created with the suffix of its creator, and may have eosio.code of itself in its authority', () => {
    kernel.push([by('alice', 'vault.alice')]);
    const itself = { permission: { actor: 'selfish', permission: 'eosio.code' }, weight: 1 };
    kernel.push([by('alice', 'selfish', singleAuthority({ accounts: [itself] }))]);
    expect(kernel.chain.account('selfish')!.ramUsage).toBe(BigInt(2048 + 338 + 288 + 32));
  });
});
