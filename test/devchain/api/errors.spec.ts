import { deflateSync } from 'node:zlib';
import { type ErrorBody, TestChain, transfer } from '../../harness/node/test-chain';
import { REFUSED_REQUESTS, unsigned } from './support/refused-requests';

describe('the error bodies of nodeos', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'manual' });
  });
  afterAll(() => chain.close());

  it.each(REFUSED_REQUESTS)(
    '%s answers %j with the error body of nodeos',
    async (route, body, [status, message, code, name, detail]) => {
      const answer = await chain.post<ErrorBody>(route, body);
      expect(answer.json).toMatchObject({
        code: status,
        message,
        error: { code, name, what: expect.any(String) },
      });
      expect(answer.status).toBe(status);
      const [first, ...further] = answer.json.error.details;
      expect(further).toEqual([]);
      expect(first).toEqual({
        message: typeof detail === 'string' ? detail : expect.stringMatching(detail),
        file: expect.any(String),
        line_number: expect.any(Number),
        method: route,
      });
    },
  );

  it('a body that would inflate without limit is refused, and the chain keeps serving', async () => {
    const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024)).toString('hex');
    const answer = await chain.post<ErrorBody>('push_transaction', {
      ...unsigned,
      packed_trx: bomb,
      compression: 'zlib',
    });
    expect([answer.status, answer.json.error.name]).toEqual([500, 'tx_decompression_error']);
    expect((await chain.post('get_info')).status).toBe(200);
  });

  it.each([
    ['get_required_keys', 'available_keys'],
    ['get_accounts_by_authorizers', 'keys'],
  ])('%s refuses more than 1000 keys', async (route, member) => {
    const keys = (count: number) => Array(count).fill(chain.keyOf('alice').toPublic().toLegacyString());
    const transaction = await chain.transaction([]);
    const few = await chain.post(route, { transaction, [member]: keys(1_000) });
    const many = await chain.post<ErrorBody>(route, { transaction, [member]: keys(1_001) });
    expect([few.status, many.status, many.json.error.name]).toEqual([200, 400, 'invalid_http_request']);
  });

  it('a contract refuses with its own message', async () => {
    const answer = await chain.transact<ErrorBody>(
      [transfer('alice', 'bob', '-1.00000000 BTC')],
      [chain.keyOf('alice')],
    );
    expect(answer).toMatchObject({
      status: 500,
      json: { error: { code: 3050003, name: 'eosio_assert_message_exception' } },
    });
    expect(answer.json.error.details.map(({ message }) => message)).toEqual([
      'assertion failure with message: must transfer positive quantity',
    ]);
  });
});
