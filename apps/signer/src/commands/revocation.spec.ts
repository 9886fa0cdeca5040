import { readPolicy } from '../policy/policy';
import { EXAMPLE_POLICY, policyText, PROFILE_TEXT } from '../testing/example-policy';
import { FakeNodes } from '../testing/fake-node';
import { revocation } from './revocation';

describe('signer revoke', () => {
  const fake = new FakeNodes();
  afterEach(() => fake.close());

  const permission = (...actions: string[]) => ({
    perm_name: 'agent',
    linked_actions: actions.map((action) => ({ account: 'dex', action })),
  });
  const linked = permission('cancelorder');
  const absent = { perm_name: 'active', linked_actions: [] };
  /** The lines of a revocation before nodes that state these permissions; one without them does not answer. */
  async function revoked(...stated: (object | undefined)[]): Promise<string[]> {
    const nodes = await Promise.all(
      stated.map((each) =>
        fake.start(
          each === undefined
            ? {}
            : { 'chain/get_account': () => ({ account_name: 'alice', permissions: [each] }) },
        ),
      ),
    );
    return revocation(readPolicy(policyText({ ...EXAMPLE_POLICY, nodes }), PROFILE_TEXT));
  }
  const actionsIn = (text: string | undefined): string[] =>
    (JSON.parse(text ?? '') as { name: string; data: { type?: string } }[]).map(({ name, data }) =>
      [name, data.type].filter(Boolean).join(' '),
    );

  it('the actions unlink and delete the permission when all nodes state it', async () => {
    const lines = await revoked(linked, linked);
    expect(lines).toHaveLength(2);
    expect(actionsIn(lines[1])).toEqual(['unlinkauth cancelorder', 'deleteauth']);
  });

  it('nothing is to revoke only when all nodes say so', async () => {
    expect(await revoked(absent, absent)).toEqual([
      'alice has no permission agent: there is nothing to revoke',
    ]);
    await expect(revoked(absent, undefined)).rejects.toThrow('1 of 2 nodes do not answer');
  });

  it.each([
    ['hides the permission', absent],
    ['adds a link', permission('cancelorder', 'other')],
  ])('the key is taken away first when the first node %s', async (_, lie) => {
    const lines = await revoked(lie, linked);
    expect(lines[0]).toContain('The nodes state different links');
    expect(actionsIn(lines[2])).toEqual(['updateauth']);
    expect(actionsIn(lines[4]).at(-1)).toBe('deleteauth');
  });

  it('a node that does not answer is named', async () => {
    expect((await revoked(linked, undefined))[0]).toBe('1 of 2 nodes do not answer.');
  });
});
