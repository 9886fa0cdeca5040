import { type PackedAction, type PrivateKeyValue, publicKeyOf } from '@app/antelope';
import { keyAuthority } from '../../../apps/devchain/src/genesis/key-authority';
import { type Authority, keyId, singleAuthority } from '../../../apps/devchain/src/kernel/sdk/authority';
import { deleteauth, updateauth } from '../../../apps/devchain/src/kernel/sdk/native-actions';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { InProcessChain } from '../../harness/chain/in-process-chain';
import { pay, update, link, unlink, first, second, third } from './support/permission-actions';

const remove = (permission: string, by = 'alice@active'): PackedAction =>
  actionOf('eosio', deleteauth, { account: 'alice', permission }, by);
const keyFactors = (keys: PrivateKeyValue[]): Authority['keys'] =>
  keys
    .map((key) => ({ key: publicKeyOf(key), weight: 1 }))
    .sort((left, right) => (keyId(left.key) < keyId(right.key) ? -1 : 1));

/** Error message of the nodeos database. */
const UNKNOWN_PERMISSION =
  'Failed to retrieve permission: {"actor":"alice","permission":"nosuch"} ' +
  `(unknown key (boost::tuples::tuple<eosio::chain::name, eosio::chain::name, ${Array(8).fill('boost::tuples::null_type').join(', ')}>): (alice nosuch))`;

describe('permissions', () => {
  it('a permission costs 338 bytes of RAM with one key, which its removal frees', () => {
    const kernel = new InProcessChain();
    const used = (): bigint => kernel.chain.account('alice')!.ramUsage;
    const before = used();
    kernel.push([update('trader', 'active', keyAuthority(first))]);
    expect(used() - before).toBe(338n);
    kernel.push([
      update('trader', 'active', { ...keyAuthority(first), waits: [{ wait_sec: 60, weight: 1 }] }),
    ]);
    expect(used() - before).toBe(338n + 16n);
    kernel.push([link('trader', 'dex', '')]);
    expect(used() - before).toBe(338n + 16n + 144n);
    kernel.push([unlink('dex', ''), remove('trader')]);
    expect(used()).toBe(before);
  });

  const kernel = new InProcessChain();
  const trader = keyAuthority(first);
  const unsorted = {
    threshold: 1,
    keys: [...keyFactors([first, second])].reverse(),
    accounts: [],
    waits: [],
  };
  it.each<[string, PackedAction, number, string | RegExp]>([
    [
      'with two authorizations',
      {
        ...update('x', 'active', trader),
        authorization: [
          { actor: 'alice', permission: 'owner' },
          { actor: 'alice', permission: 'active' },
        ],
      },
      3090005,
      'updateauth action should only have one declared authorization',
    ],
    [
      'by another account',
      actionOf(
        'eosio',
        updateauth,
        { account: 'bob', permission: 'active', parent: 'owner', auth: trader },
        'alice',
      ),
      3090005,
      'the owner of the affected permission needs to be the actor of the declared authorization',
    ],
    [
      'with a permission below it',
      update('active', 'owner', trader, 'alice@agent'),
      3090005,
      /^updateauth action declares irrelevant authority '\{"actor":"alice","permission":"agent"\}'; minimum authority is \{"actor":"alice","permission":"active"\}$/,
    ],
    [
      'with active when it is owner',
      update('owner', '', trader, 'alice@active'),
      3090005,
      /minimum authority is \{"actor":"alice","permission":"owner"\}$/,
    ],
    ['under an unknown parent', update('x', 'nosuch', trader), 3060001, UNKNOWN_PERMISSION],
    [
      'to another parent',
      update('agent', 'owner', trader),
      3050000,
      'Changing parent authority is not currently supported',
    ],
    [
      'to be its own parent',
      update('agent', 'agent', trader),
      3050000,
      'Cannot set an authority as its own parent',
    ],
    [
      'under a reserved name',
      update('eosio.mine', 'active', trader),
      3050000,
      "Permission names that start with 'eosio.' are reserved",
    ],
    [
      'to have no parent',
      update('active', '', trader),
      3050000,
      "Cannot change active authority's parent from owner",
    ],
    ['with an empty name', update('', 'active', trader), 3090007, 'Invalid permission'],
    ['under a parent with an empty name', update('x', '', trader), 3090007, 'Invalid permission'],
    [
      'to a threshold of zero',
      update('x', 'active', { ...trader, threshold: 0 }),
      3050000,
      /^Invalid authority: \{"threshold":0,"keys":\[\{"key":"EOS\w+","weight":1\}\],"accounts":\[\],"waits":\[\]\}$/,
    ],
    [
      'to keys out of order',
      update('x', 'active', unsorted),
      3050000,
      /^Invalid authority: \{"threshold":1,"keys":\[.*\],"accounts":\[\],"waits":\[\]\}$/,
    ],
    [
      '(removed) with a permission below it',
      remove('active', 'alice@agent'),
      3090005,
      // nodeos' own words, of another action.
      /^updateauth action declares irrelevant authority/,
    ],
    [
      'to a wait over the maximum',
      update('x', 'active', { ...trader, waits: [{ wait_sec: 3_888_001, weight: 1 }] }),
      3050000,
      'Cannot set delay longer than max_transacton_delay, which is 3888000 seconds',
    ],
    [
      '(removed) while an action is linked to it',
      remove('agent'),
      3050000,
      /^Cannot delete a linked authority\. Unlink the authority first\. This authority is linked to \S+::\S+\.$/,
    ],
    [
      '(removed) when it is active',
      remove('active', 'alice@owner'),
      3050000,
      'Cannot delete active authority',
    ],
    ['(removed) when it is owner', remove('owner', 'alice@owner'), 3050000, 'Cannot delete owner authority'],
    ['(removed) when it does not exist', remove('nosuch'), 3060001, UNKNOWN_PERMISSION],
  ])('a permission is not changed %s', (_, action, code, detail) => {
    const keys = action.authorization.some(({ permission }) => permission === 'agent')
      ? [kernel.key('alice', 'agent')]
      : [kernel.key('alice')];
    const refusal = kernel.refusal([action], { keys });
    expect(refusal.code).toBe(code);
    if (typeof detail === 'string') expect(refusal.details[0]).toBe(detail);
    else expect(refusal.details[0]).toMatch(detail);
  });

  it('a permission is not deleted while it has children', () => {
    const keys = [kernel.key('alice')];
    const [parent, child] = [update('parent', 'active', trader), update('child', 'parent', trader)];
    // All permissions of a transaction are checked before any of its actions runs.
    expect(kernel.refusal([parent, child], { keys }).code).toBe(3060001);
    kernel.push([parent], { keys });
    kernel.push([child], { keys });
    expect(kernel.refusal([remove('parent')]).details[0]).toBe(
      'Cannot remove a permission which has children. Remove the children first.',
    );
    kernel.push([remove('child'), remove('parent')]);
  });

  it('a permission takes effect in the next action of the transaction', () => {
    const fresh = new InProcessChain();
    fresh.push([update('active', 'owner', keyAuthority(second))], { keys: [fresh.key('alice')] });
    expect(fresh.refusal([pay('active')]).code).toBe(3090003);
    expect(fresh.push([pay('active')], { keys: [second] }).receipt).toBeDefined();
    expect(fresh.push([pay('owner')], { keys: [fresh.key('alice')] }).receipt).toBeDefined();
  });

  it('a permission is satisfied by keys of its threshold, and an unused key is refused', () => {
    const fresh = new InProcessChain();
    const twoOfThree = { threshold: 2, keys: keyFactors([first, second, third]), accounts: [], waits: [] };
    fresh.push([update('active', 'owner', twoOfThree)], { keys: [fresh.key('alice')] });
    expect(fresh.refusal([pay('active')], { keys: [first] }).code).toBe(3090003);
    expect(fresh.push([pay('active')], { keys: [third, first] }).receipt).toBeDefined();
    expect(fresh.refusal([pay('active')], { keys: [first, second, third] }).code).toBe(3090002);
    const { transaction, available } = {
      transaction: fresh.transaction([pay('active')]),
      available: [first, second, third].map((key) => publicKeyOf(key)),
    };
    expect(fresh.chain.requiredKeys(transaction, available)).toEqual(
      keyFactors([first, second, third])
        .slice(0, 2)
        .map(({ key }) => key),
    );
  });

  it('a permission is satisfied through other accounts', () => {
    const fresh = new InProcessChain();
    const throughBob = singleAuthority({
      accounts: [{ permission: { actor: 'bob', permission: 'active' }, weight: 1 }],
    });
    fresh.push([update('active', 'owner', throughBob)], { keys: [fresh.key('alice')] });
    expect(fresh.push([pay('active')], { keys: [fresh.key('bob')] }).receipt).toBeDefined();
    expect(
      fresh.chain.accountsByAuthorizers({ accounts: [{ actor: 'bob', permission: '' }], keys: [] }),
    ).toEqual([
      {
        account: 'alice',
        permission: 'active',
        authorizingAccount: { actor: 'bob', permission: 'active' },
        weight: 1,
        threshold: 1,
      },
    ]);
    const key = publicKeyOf(fresh.key('bob'));
    expect(
      fresh.chain
        .accountsByAuthorizers({ accounts: [], keys: [key] })
        .map(({ account, permission }) => `${account}@${permission}`),
    ).toEqual(['bob@active', 'bob@owner']);
  });

  it('a permission is not satisfied by a wait: there are no delayed transactions', () => {
    const fresh = new InProcessChain();
    const waiting = { ...keyAuthority(second), waits: [{ wait_sec: 1, weight: 1 }] };
    fresh.push([update('active', 'owner', waiting)], { keys: [fresh.key('alice')] });
    expect(fresh.refusal([pay('active')], { keys: [] }).code).toBe(3090003);
  });
});
