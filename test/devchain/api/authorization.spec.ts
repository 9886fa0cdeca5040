import { PrivateKey } from '@wharfkit/antelope';
import {
  type ActionInput,
  type Answer,
  type ErrorBody,
  packedBody,
  TestChain,
  transfer,
} from '../../harness/node/test-chain';

const CHAIN_OF_OTHERS = 'ab'.repeat(32);

describe('authorization over HTTP', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'manual' });
  });
  afterAll(() => chain.close());

  const keyAuthority = (key: PrivateKey) => ({
    threshold: 1,
    keys: [{ key: String(key.toPublic()), weight: 1 }],
    accounts: [],
    waits: [],
  });
  const system = (
    actor: string,
    name: string,
    data: ActionInput['data'],
    permission = 'active',
  ): ActionInput => ({
    account: 'eosio',
    name,
    authorization: [{ actor, permission }],
    data,
  });
  const newAccount = (name: string, key: PrivateKey) =>
    system('eosio', 'newaccount', {
      creator: 'eosio',
      name,
      owner: keyAuthority(key),
      active: keyAuthority(key),
    });
  const newAgent = (account: string, key: PrivateKey) =>
    system(account, 'updateauth', {
      account,
      permission: 'agent',
      parent: 'active',
      auth: keyAuthority(key),
    });
  const link = (account: string, code: string, type: string) =>
    system(account, 'linkauth', { account, code, type, requirement: 'agent' });
  const balance = async (account: string) =>
    (await chain.read<string[]>('get_currency_balance', { code: 'btc.token', account, symbol: 'BTC' }))[0];
  const accepted = ({ status, text }: Answer<unknown>) => {
    if (status !== 202) throw new Error(text);
  };
  const refusal = ({ status, json: { error } }: Answer<ErrorBody>) => [status, error.code, error.name];

  it('an agent permission of a new account may run exactly its linked actions', async () => {
    const [owner, agent] = [PrivateKey.generate('K1'), PrivateKey.generate('K1')];
    accepted(await chain.transact([newAccount('dave', owner)], [chain.keyOf('eosio')]));
    accepted(await chain.transact([transfer('alice', 'dave', '1.00000000 BTC')], [chain.keyOf('alice')]));
    accepted(await chain.transact([newAgent('dave', agent)], [owner]));
    accepted(await chain.transact([link('dave', 'btc.token', 'transfer')], [owner]));

    const { permissions } = await chain.read<{ permissions: { perm_name: string }[] }>('get_account', {
      account_name: 'dave',
    });
    expect(permissions.find(({ perm_name: name }) => name === 'agent')).toMatchObject({
      parent: 'active',
      required_auth: { keys: [{ key: agent.toPublic().toLegacyString(), weight: 1 }] },
      linked_actions: [{ account: 'btc.token', action: 'transfer' }],
    });

    accepted(
      await chain.transact([transfer('dave', 'bob', '0.25000000 BTC', { permission: 'agent' })], [agent]),
    );
    expect(await balance('dave')).toBe('0.75000000 BTC');

    const elsewhere = transfer('dave', 'bob', '1.00000000 USDT', {
      permission: 'agent',
      token: 'usdt.token',
    });
    const refused = await chain.transact<ErrorBody>([elsewhere], [agent]);
    expect(refusal(refused)).toEqual([500, 3090005, 'irrelevant_auth_exception']);
    expect(refused.json.error.details[0]!.message).toBe(
      `action declares irrelevant authority '{"actor":"dave","permission":"agent"}'; minimum authority is {"actor":"dave","permission":"active"}`,
    );
    const escalation = await chain.transact<ErrorBody>(
      [
        system(
          'dave',
          'updateauth',
          { account: 'dave', permission: 'active', parent: 'owner', auth: keyAuthority(agent) },
          'agent',
        ),
      ],
      [agent],
    );
    expect(refusal(escalation)).toEqual([500, 3090005, 'irrelevant_auth_exception']);

    accepted(
      await chain.transact(
        [system('dave', 'unlinkauth', { account: 'dave', code: 'btc.token', type: 'transfer' })],
        [owner],
      ),
    );
    accepted(
      await chain.transact([system('dave', 'deleteauth', { account: 'dave', permission: 'agent' })], [owner]),
    );
    const afterwards = await chain.transact<ErrorBody>(
      [transfer('dave', 'bob', '0.25000000 BTC', { permission: 'agent', memo: 'revoked' })],
      [agent],
    );
    expect(refusal(afterwards)).toEqual([500, 3040000, 'transaction_exception']);
  });

  it('the agent permission of alice from genesis may transfer bitcoin', async () => {
    const action = transfer('alice', 'bob', '0.00000001 BTC', { permission: 'agent', memo: 'agent' });
    accepted(await chain.transact([action], [chain.keyOf('alice', 'agent')]));
  });

  it.each([
    ['expired', { expiration: '2020-01-01T00:00:00' }, [500, 3040005, 'expired_tx_exception']],
    ['too far ahead', { expiration: '2099-01-01T00:00:00' }, [500, 3040006, 'tx_exp_too_far_exception']],
    ['made for another fork', { ref_block_prefix: 1 }, [500, 3040007, 'invalid_ref_block_exception']],
  ])('a transaction that is %s is refused', async (_what, changes, expected) => {
    const action = transfer('alice', 'bob', '0.00000001 BTC');
    expect(refusal(await chain.transact<ErrorBody>([action], [chain.keyOf('alice')], changes))).toEqual(
      expected,
    );
  });

  it('a signature for another chain id is refused', async () => {
    const transaction = await chain.transaction([transfer('alice', 'bob', '0.00000001 BTC')]);
    const signature = chain.keyOf('alice').signDigest(transaction.signingDigest(CHAIN_OF_OTHERS));
    const answer = await chain.post<ErrorBody>('send_transaction', packedBody(transaction, [signature]));
    expect(refusal(answer)).toEqual([500, 3090003, 'unsatisfied_authorization']);
    expect(answer.json.message).toBe('Internal Service Error');
  });

  it('a transaction that was changed after signing is refused', async () => {
    const before = await balance('alice');
    const body = await chain.sign([transfer('alice', 'bob', '0.00000001 BTC')], [chain.keyOf('alice')]);
    const oneUnit = '0100000000000000';
    const tampered = body.packed_trx.replace(oneUnit, '00000000000000ff'.match(/../g)!.reverse().join(''));
    expect(tampered).not.toBe(body.packed_trx);
    const answer = await chain.post<ErrorBody>('send_transaction', { ...body, packed_trx: tampered });
    expect(refusal(answer)).toEqual([500, 3090003, 'unsatisfied_authorization']);
    expect(await balance('alice')).toBe(before);
  });

  it('the same transaction is accepted once', async () => {
    const body = await chain.sign(
      [transfer('alice', 'bob', '0.00000001 BTC', { memo: 'once' })],
      [chain.keyOf('alice')],
    );
    const first = await chain.post<{ transaction_id: string }>('send_transaction', body);
    expect(first.status).toBe(202);
    const after = await balance('bob');
    for (const route of ['send_transaction', 'push_transaction']) {
      const again = await chain.post<ErrorBody>(route, body);
      expect(refusal(again)).toEqual([409, 3040008, 'tx_duplicate']);
      expect(again.json.message).toBe('Conflict');
      expect(again.json.error.details[0]!.message).toBe(`duplicate transaction ${first.json.transaction_id}`);
    }
    expect(await balance('bob')).toBe(after);
  });

  it('a missing signature and a duplicate signature are refused', async () => {
    const action = transfer('alice', 'bob', '0.00000001 BTC', { memo: 'signatures' });
    const [alice, bob] = [chain.keyOf('alice'), chain.keyOf('bob')];
    expect(refusal(await chain.transact<ErrorBody>([action], []))).toEqual([
      500,
      3090003,
      'unsatisfied_authorization',
    ]);
    expect(refusal(await chain.transact<ErrorBody>([action], [bob]))).toEqual([
      500,
      3090003,
      'unsatisfied_authorization',
    ]);
    expect(refusal(await chain.transact<ErrorBody>([action], [alice, bob]))).toEqual([
      500,
      3090002,
      'tx_irrelevant_sig',
    ]);
    expect(refusal(await chain.transact<ErrorBody>([action], [alice, alice]))).toEqual([
      500,
      3090001,
      'tx_duplicate_sig',
    ]);
  });

  it('an action without authorization, a transaction without action and a missing permission are refused', async () => {
    const action = transfer('alice', 'bob', '0.00000001 BTC');
    const alice = [chain.keyOf('alice')];
    expect(refusal(await chain.transact<ErrorBody>([{ ...action, authorization: [] }], alice))).toEqual([
      500,
      3040003,
      'tx_no_auths',
    ]);
    expect(refusal(await chain.transact<ErrorBody>([], alice))).toEqual([500, 3040003, 'tx_no_auths']);
    const nobody = { ...action, authorization: [{ actor: 'alice', permission: 'nosuch' }] };
    expect(refusal(await chain.transact<ErrorBody>([nobody], alice))).toEqual([
      500,
      3040000,
      'transaction_exception',
    ]);
  });
});
