import { type PackedAction } from '@app/antelope';
import { transfer } from '../../../apps/devchain/src/contracts/token/signatures';
import { keyAuthority } from '../../../apps/devchain/src/genesis/key-authority';
import { singleAuthority } from '../../../apps/devchain/src/kernel/sdk/authority';
import { linkauth, unlinkauth } from '../../../apps/devchain/src/kernel/sdk/native-actions';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { InProcessChain } from '../../harness/chain/in-process-chain';
import { quantity, pay, update, link, unlink, first, second } from './support/permission-actions';

describe('linked actions', () => {
  it('a linked action is the only action that its permission can run', () => {
    const kernel = new InProcessChain();
    const agent = { keys: [kernel.key('alice', 'agent')] };
    expect(kernel.push([pay('agent')], agent).receipt).toBeDefined();
    for (const action of [
      pay('agent', 'cbtc.token'),
      actionOf(
        'btc.token',
        { name: 'retire', args: transfer.args },
        { from: 'alice', to: 'bob', quantity, memo: '' },
        'alice@agent',
      ),
    ]) {
      expect(kernel.refusal([action], agent).code).toBe(3090005);
    }
    // Ancestors may do all their descendants may.
    expect(kernel.push([pay('active')]).receipt).toBeDefined();
    expect(kernel.push([pay('owner')], { keys: [kernel.key('alice')] }).receipt).toBeDefined();
  });

  it('a linked action has priority over a link of the whole contract', () => {
    const kernel = new InProcessChain();
    kernel.push(
      [update('narrow', 'active', keyAuthority(first)), update('wide', 'active', keyAuthority(second))],
      { keys: [kernel.key('alice')] },
    );
    kernel.push([link('wide', 'cbtc.token', ''), link('narrow', 'cbtc.token', 'transfer')]);
    expect(kernel.refusal([pay('wide', 'cbtc.token')], { keys: [second] }).code).toBe(3090005);
    // Allowed to run, and then refused by the contract.
    expect(kernel.refusal([pay('narrow', 'cbtc.token')], { keys: [first] }).code).toBe(3050003);
    kernel.push([unlink('cbtc.token')]);
    expect(kernel.refusal([pay('wide', 'cbtc.token')], { keys: [second] }).code).toBe(3050003);
  });

  it('an action linked to eosio.any can be run by every permission', () => {
    const kernel = new InProcessChain();
    kernel.push([link('eosio.any', 'cbtc.token')]);
    expect(kernel.refusal([pay('agent', 'cbtc.token')], { keys: [kernel.key('alice', 'agent')] }).code).toBe(
      3050003,
    );
    expect(kernel.chain.account('alice')!.anyLinkedActions).toEqual([
      { account: 'cbtc.token', action: 'transfer' },
    ]);
  });

  const kernel = new InProcessChain();
  it.each<[string, PackedAction, number, string | RegExp]>([
    [
      'for updateauth',
      link('agent', 'eosio', 'updateauth'),
      3050000,
      'Cannot link eosio::updateauth to a minimum permission',
    ],
    [
      'for deleteauth',
      link('agent', 'eosio', 'deleteauth'),
      3050000,
      'Cannot link eosio::deleteauth to a minimum permission',
    ],
    [
      'for linkauth',
      link('agent', 'eosio', 'linkauth'),
      3050000,
      'Cannot link eosio::linkauth to a minimum permission',
    ],
    [
      'for unlinkauth',
      link('agent', 'eosio', 'unlinkauth'),
      3050000,
      'Cannot link eosio::unlinkauth to a minimum permission',
    ],
    ['to an empty permission', link('', 'cbtc.token'), 3050000, 'Required permission cannot be empty'],
    [
      'to an unknown permission',
      link('nosuch', 'cbtc.token'),
      3060001,
      'Failed to retrieve permission: nosuch',
    ],
    [
      'for an unknown contract',
      link('agent', 'nosuch'),
      3060002,
      'Failed to retrieve code for account: nosuch',
    ],
    [
      'that exists',
      link('agent'),
      3050000,
      'Attempting to update required authority, but new requirement is same as old',
    ],
    [
      'with a permission below it',
      link('agent', 'cbtc.token', 'transfer', 'alice@agent'),
      3090005,
      /^link action declares irrelevant authority/,
    ],
    [
      'for another account',
      actionOf('eosio', linkauth, { account: 'bob', code: 'dex', type: '', requirement: 'active' }, 'alice'),
      3090005,
      'the owner of the linked permission needs to be the actor of the declared authorization',
    ],
    [
      'when the link does not exist',
      unlink('oracle'),
      3040000,
      "cannot unlink non-existent permission link of account 'alice' for actions matching 'oracle::transfer'",
    ],
  ])('a linked action is not linked or unlinked %s', (_, action, code, detail) => {
    const isAgent = action.authorization[0]?.permission === 'agent';
    const refusal = kernel.refusal([action], { keys: [kernel.key('alice', isAgent ? 'agent' : 'active')] });
    expect(refusal.code).toBe(code);
    if (typeof detail === 'string') expect(refusal.details[0]).toBe(detail);
    else expect(refusal.details[0]).toMatch(detail);
  });

  it('a linked action is listed with its permission', () => {
    const agent = kernel.chain.account('alice')!.permissions.find(({ name }) => name === 'agent')!;
    expect(agent.linkedActions).toHaveLength(12);
    expect(agent.linkedActions).toContainEqual({ account: 'dex', action: 'cancelorder' });
  });
});

describe('lists of permissions', () => {
  const linkedTo = (kernel: InProcessChain) =>
    kernel.chain.account('bob')!.permissions.find(({ name }) => name === 'active')!.linkedActions;
  const linkBob = (code: string): PackedAction =>
    actionOf('eosio', linkauth, { account: 'bob', code, type: '', requirement: 'active' }, 'bob');
  const unlinkBob = (code: string): PackedAction =>
    actionOf('eosio', unlinkauth, { account: 'bob', code, type: '' }, 'bob');
  const missing = actionOf('cbtc.token', transfer, { from: 'bob', to: 'nosuch', quantity, memo: '' }, 'bob');

  it('permissions list linked actions in the order of linking, also after a failed transaction', () => {
    const kernel = new InProcessChain();
    kernel.push([linkBob('loan'), linkBob('dex'), linkBob('bridge')]);
    const inOrder = [{ account: 'loan' }, { account: 'dex' }, { account: 'bridge' }];
    expect(linkedTo(kernel)).toEqual(inOrder);
    const digest = kernel.chain.stateDigest();
    kernel.refusal([unlinkBob('dex'), linkBob('oracle'), missing]);
    expect(linkedTo(kernel)).toEqual(inOrder);
    expect(kernel.chain.stateDigest()).toBe(digest);
    kernel.push([unlinkBob('loan'), linkBob('loan')]);
    expect(linkedTo(kernel)).toEqual([{ account: 'dex' }, { account: 'bridge' }, { account: 'loan' }]);
  });

  it('accounts whose authority contains an account are listed by permission, weight, time and name', () => {
    const kernel = new InProcessChain();
    const bobs = (permission: string, weight: number) =>
      singleAuthority({ accounts: [{ permission: { actor: 'bob', permission }, weight }] });
    kernel.push([update('zlast', 'active', bobs('active', 2)), update('later', 'active', bobs('owner', 1))]);
    kernel.push([update('heavy', 'active', bobs('active', 3))]);
    kernel.nextBlock();
    kernel.push([update('alast', 'active', bobs('active', 2))]);
    const reliers = (permission: string) =>
      kernel.chain
        .accountsByAuthorizers({ accounts: [{ actor: 'bob', permission }], keys: [] })
        .map((found) => found.permission);
    expect(reliers('active')).toEqual(['zlast', 'alast', 'heavy']);
    // Without a permission, all of the account's.
    expect(reliers('')).toEqual(['zlast', 'alast', 'heavy', 'later']);
    expect(reliers('nosuch')).toEqual([]);
  });
});
