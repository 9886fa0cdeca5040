import { type AccountPermission, type ChainAccount, NodesDisagreeError } from '@app/upstream';
import { signingKeysOf } from './signing-keys';

interface Grant {
  keys?: string[];
  accounts?: string[];
}

const permission = (name: string, { keys = [], accounts = [] }: Grant): AccountPermission => ({
  name,
  parent: name === 'owner' ? '' : 'owner',
  threshold: 2,
  keys: keys.map((key) => ({ key, weight: 1 })),
  accounts: accounts.map((level) => {
    const [actor = '', named = ''] = level.split('@');
    return { actor, permission: named, weight: 1 };
  }),
  waits: [],
  linkedActions: [],
});

const account = (name: string, permissions: Record<string, Grant>): ChainAccount => ({
  name,
  createdMs: 0,
  ram: { used: 0n, quota: 0n },
  cpu: { used: 0n, available: 0n, max: 0n },
  net: { used: 0n, available: 0n, max: 0n },
  permissions: Object.entries(permissions).map(([named, grant]) => permission(named, grant)),
});

const chainOf =
  (...accounts: ChainAccount[]) =>
  (name: string) =>
    Promise.resolve(accounts.find((one) => one.name === name));

describe('signing keys', () => {
  it('the keys that can sign for an account are those of all its permissions, of any type', async () => {
    const alice = account('alice', {
      owner: { keys: ['EOS1'] },
      active: { keys: ['PUB_K1_2', 'PUB_R1_3'] },
      agent: { keys: ['PUB_WA_4', 'EOS1'] },
    });
    expect(await signingKeysOf(alice, chainOf())).toEqual({
      keys: ['EOS1', 'PUB_K1_2', 'PUB_R1_3', 'PUB_WA_4'],
      complete: true,
    });
  });

  it('the keys that can sign for an account include those of permissions it names, and of theirs', async () => {
    const alice = account('alice', {
      owner: { accounts: ['bob@active'] },
      active: { accounts: ['loan@eosio.code'] },
    });
    const bob = account('bob', {
      owner: { keys: ['bob-owner'] },
      active: { keys: ['bob-active'], accounts: ['carol@spare'] },
    });
    const carol = account('carol', { active: { keys: ['carol-active'] }, spare: { keys: ['carol-spare'] } });
    expect(await signingKeysOf(alice, chainOf(bob, carol))).toEqual({
      keys: ['bob-active', 'carol-spare'],
      complete: true,
    });
  });

  it('the keys that can sign for an account are found where permissions form a cycle', async () => {
    const alice = account('alice', { active: { keys: ['a'], accounts: ['bob@active', 'alice@active'] } });
    const bob = account('bob', { active: { keys: ['b'], accounts: ['alice@active', 'bob@active'] } });
    expect(await signingKeysOf(alice, chainOf(bob))).toEqual({ keys: ['a', 'b'], complete: true });
  });

  it('the keys that can sign for an account are none of missing accounts and permissions', async () => {
    const alice = account('alice', { active: { keys: ['a'], accounts: ['nosuch@active', 'bob@nosuch'] } });
    expect(await signingKeysOf(alice, chainOf(account('bob', { active: { keys: ['b'] } })))).toEqual({
      keys: ['a'],
      complete: true,
    });
  });

  it('the keys that can sign for an account are incomplete when another account cannot be read', async () => {
    const alice = account('alice', { active: { keys: ['a'], accounts: ['bob@active', 'carol@active'] } });
    const carol = account('carol', { active: { keys: ['c'] } });
    const read = (name: string) =>
      name === 'bob' ? Promise.reject(new Error('down')) : chainOf(carol)(name);
    expect(await signingKeysOf(alice, read)).toEqual({ keys: ['a', 'c'], complete: false });
  });

  it('the keys that can sign for an account are not stated when nodes disagree about another account', async () => {
    const alice = account('alice', { active: { keys: ['a'], accounts: ['bob@active'] } });
    const difference = { network: 'mainnet', nodes: ['one', 'two'], route: '/v1/chain/get_account' };
    const disagreement = new NodesDisagreeError({ ...difference, headBlock: 7, member: 'permissions' });
    await expect(signingKeysOf(alice, () => Promise.reject(disagreement))).rejects.toBe(disagreement);
  });

  it('the keys that can sign for an account are incomplete at too great a depth or number', async () => {
    const links = Array.from({ length: 9 }, (_, index) =>
      account(`link${index}`, { active: { keys: [`k${index}`], accounts: [`link${index + 1}@active`] } }),
    );
    const deep = await signingKeysOf(links[0]!, chainOf(...links));
    expect(deep.complete).toBe(false);
    expect(deep.keys).toContain('k6');
    const crowd = Array.from({ length: 30 }, (_, index) => `member${index}@active`);
    const group = account('group', { active: { keys: ['g'], accounts: crowd } });
    expect(await signingKeysOf(group, chainOf())).toEqual({ keys: ['g'], complete: false });
  });
});
