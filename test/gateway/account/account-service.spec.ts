import { ServicesOnChain } from '../support/services-on-chain';

/** The vector of the published list: a key whose hash the development profile's affected set holds. */
const AFFECTED_KEY = 'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT';

describe('an account of a development chain', () => {
  let services: ServicesOnChain;
  beforeAll(async () => {
    services = await ServicesOnChain.start();
  });
  afterAll(() => services.close());
  afterEach(() => services.produce());

  it('an account is returned with balances, permissions and resources', async () => {
    const answer = await services.account('alice');
    expect(answer).toMatchObject({
      network: 'mainnet',
      account: 'alice',
      created: expect.stringMatching(/Z$/) as string,
    });
    expect(answer.balances).toMatchObject({ TPF: '0.00000000', CBTC: null });
    const agent = answer.permissions.find(({ name }) => name === 'agent')!;
    expect(agent.keys[0]!.key).toMatch(/^PUB_K1_/);
    expect(agent.linked_actions).toContainEqual({ contract: 'btc.token', action: 'transfer' });
    expect(answer.resources.ram.used).toEqual(expect.any(Number));
  });

  it('an unknown account is an error with its name', async () => {
    await expect(services.account('nosuch')).rejects.toThrow(/^account nosuch does not exist on mainnet$/);
  });

  it('an account is refused by the compose tools while one of its keys is in the affected set', async () => {
    expect(await services.account('carol')).toMatchObject({
      affected_set: false,
      affected_set_checked: true,
    });
    await services.grant('carol', 'old', [AFFECTED_KEY]);
    expect(await services.account('carol')).toMatchObject({ affected_set: true, affected_set_checked: true });
    await expect(services.compose({ from: 'carol', to: 'alice' })).rejects.toThrow('affected_set=true');
  });

  it('an account is affected by a key of another account in its permissions', async () => {
    expect(await services.account('bob')).toMatchObject({ affected_set: false, affected_set_checked: true });
    await services.grant('carol', 'old', [AFFECTED_KEY]);
    await services.grant('bob', 'old', [], ['carol']);
    expect(await services.account('bob')).toMatchObject({ affected_set: true, affected_set_checked: true });
  });
});
