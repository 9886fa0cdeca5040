import { derivePrivateKey, type PackedAction, type PrivateKeyValue, publicKeyOf } from '@app/antelope';
import { transfer } from '../../../apps/devchain/src/contracts/token/signatures';
import { keyAuthority } from '../../../apps/devchain/src/genesis/key-authority';
import { type Authority, keyId, singleAuthority } from '../../../apps/devchain/src/kernel/sdk/authority';
import {
  deleteauth,
  linkauth,
  newaccount,
  unlinkauth,
  updateauth,
} from '../../../apps/devchain/src/kernel/sdk/native-actions';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { InProcessChain } from '../../harness/chain/in-process-chain';

const quantity = { symbol: 'BTC', precision: 8, units: 1n };
const pay = (permission: string, contract = 'btc.token'): PackedAction =>
  actionOf(contract, transfer, { from: 'alice', to: 'bob', quantity, memo: '' }, `alice@${permission}`);
const update = (permission: string, parent: string, auth: Authority, by = 'alice@owner'): PackedAction =>
  actionOf('eosio', updateauth, { account: 'alice', permission, parent, auth }, by);
const link = (
  requirement: string,
  code = 'btc.token',
  type = 'transfer',
  by = 'alice@active',
): PackedAction => actionOf('eosio', linkauth, { account: 'alice', code, type, requirement }, by);
const unlink = (code = 'btc.token', type = 'transfer', by = 'alice@active'): PackedAction =>
  actionOf('eosio', unlinkauth, { account: 'alice', code, type }, by);
const remove = (permission: string, by = 'alice@active'): PackedAction =>
  actionOf('eosio', deleteauth, { account: 'alice', permission }, by);

const [first, second, third] = ['first', 'second', 'third'].map(derivePrivateKey) as [
  PrivateKeyValue,
  PrivateKeyValue,
  PrivateKeyValue,
];
const keyFactors = (keys: PrivateKeyValue[]): Authority['keys'] =>
  keys
    .map((key) => ({ key: publicKeyOf(key), weight: 1 }))
    .sort((left, right) => (keyId(left.key) < keyId(right.key) ? -1 : 1));

/** Error message of the nodeos database. */
const UNKNOWN_PERMISSION =
  'Failed to retrieve permission: {"actor":"alice","permission":"nosuch"} ' +
  `(unknown key (boost::tuples::tuple<eosio::chain::name, eosio::chain::name, ${Array(8).fill('boost::tuples::null_type').join(', ')}>): (alice nosuch))`;

describe('an account', () => {
  const kernel = new InProcessChain();
  const by = (creator: string, name: string, active = keyAuthority(first)): PackedAction =>
    actionOf('eosio', newaccount, { creator, name, owner: keyAuthority(first), active }, creator);

  it('is created with two permissions and 2724 bytes of RAM', () => {
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
  ])('is not created %s', (_, action, code, message) => {
    expect(kernel.refusal([action])).toMatchObject({
      code,
      details: [message, 'eosio <= eosio::newaccount pending console output: '],
    });
  });

  it('is created with the suffix of its creator, and may have eosio.code of itself in its authority', () => {
    kernel.push([by('alice', 'vault.alice')]);
    const itself = { permission: { actor: 'selfish', permission: 'eosio.code' }, weight: 1 };
    kernel.push([by('alice', 'selfish', singleAuthority({ accounts: [itself] }))]);
    expect(kernel.chain.account('selfish')!.ramUsage).toBe(BigInt(2048 + 338 + 288 + 32));
  });
});

describe('a permission', () => {
  it('costs 338 bytes of RAM with one key, which its removal frees', () => {
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
  ])('is not changed %s', (_, action, code, detail) => {
    const keys = action.authorization.some(({ permission }) => permission === 'agent')
      ? [kernel.key('alice', 'agent')]
      : [kernel.key('alice')];
    const refusal = kernel.refusal([action], { keys });
    expect(refusal.code).toBe(code);
    if (typeof detail === 'string') expect(refusal.details[0]).toBe(detail);
    else expect(refusal.details[0]).toMatch(detail);
  });

  it('is not deleted while it has children', () => {
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

  it('takes effect in the next action of the transaction', () => {
    const fresh = new InProcessChain();
    fresh.push([update('active', 'owner', keyAuthority(second))], { keys: [fresh.key('alice')] });
    expect(fresh.refusal([pay('active')]).code).toBe(3090003);
    expect(fresh.push([pay('active')], { keys: [second] }).receipt).toBeDefined();
    expect(fresh.push([pay('owner')], { keys: [fresh.key('alice')] }).receipt).toBeDefined();
  });

  it('is satisfied by keys of its threshold, and an unused key is refused', () => {
    const fresh = new InProcessChain();
    const twoOfThree = { threshold: 2, keys: keyFactors([first, second, third]), accounts: [], waits: [] };
    fresh.push([update('active', 'owner', twoOfThree)], { keys: [fresh.key('alice')] });
    expect(fresh.refusal([pay('active')], { keys: [first] }).code).toBe(3090003);
    expect(fresh.push([pay('active')], { keys: [third, first] }).receipt).toBeDefined();
    expect(fresh.refusal([pay('active')], { keys: [first, second, third] }).code).toBe(3090002);
    const { transaction, available } = {
      transaction: fresh.transaction([pay('active')]),
      available: [first, second, third].map(publicKeyOf),
    };
    expect(fresh.chain.requiredKeys(transaction, available)).toEqual(
      keyFactors([first, second, third])
        .slice(0, 2)
        .map(({ key }) => key),
    );
  });

  it('is satisfied through other accounts', () => {
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

  it('is not satisfied by a wait: there are no delayed transactions', () => {
    const fresh = new InProcessChain();
    const waiting = { ...keyAuthority(second), waits: [{ wait_sec: 1, weight: 1 }] };
    fresh.push([update('active', 'owner', waiting)], { keys: [fresh.key('alice')] });
    expect(fresh.refusal([pay('active')], { keys: [] }).code).toBe(3090003);
  });
});

describe('a linked action', () => {
  it('is the only action that its permission can run', () => {
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

  it('has priority over a link of the whole contract', () => {
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

  it('linked to eosio.any can be run by every permission', () => {
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
  ])('is not linked or unlinked %s', (_, action, code, detail) => {
    const isAgent = action.authorization[0]?.permission === 'agent';
    const refusal = kernel.refusal([action], { keys: [kernel.key('alice', isAgent ? 'agent' : 'active')] });
    expect(refusal.code).toBe(code);
    if (typeof detail === 'string') expect(refusal.details[0]).toBe(detail);
    else expect(refusal.details[0]).toMatch(detail);
  });

  it('is listed with its permission', () => {
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

  it('have linked actions in the order of linking, also after a failed transaction', () => {
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

  it('list the accounts whose authority contains an account, by permission, weight, time and name', () => {
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
