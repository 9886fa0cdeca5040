import {
  bytesToHex,
  decodeSigningRequest,
  formatAmount,
  hexToBytes,
  sha256,
  unpackTransaction,
} from '@app/antelope';
import type { TransferInput } from '../../../apps/gateway/src/account/dto/transfer.dto';
import { ServicesOnChain } from '../support/services-on-chain';

const BLOCKS_TO_IRREVERSIBLE = 12;

describe('a transfer, composed and relayed', () => {
  let services: ServicesOnChain;
  beforeAll(async () => {
    services = await ServicesOnChain.start();
  });
  afterAll(() => services.close());
  afterEach(() => services.produce());

  it.each([
    ['BTC', '0.00010001', 'active', 10_001n],
    ['USDT', '999999.99999999', 'agent', 99_999_999_999_999n],
    ['NATIVE', 0.0003, 'agent', 3n],
  ] as const)(
    'a transfer of %s %s with the permission %s moves exactly that amount',
    async (symbol, amount, permission, units) => {
      const held = async (name: string) =>
        BigInt(String((await services.account(name)).balances[symbol]).replace('.', ''));
      const before = [await held('alice'), await held('bob')] as const;
      const proposal = await services.compose({ symbol, amount, permission });
      const change = formatAmount(units, symbol === 'NATIVE' ? 4 : 8);
      expect(proposal.simulation).toEqual({
        ...{ status: 'ok', error: null },
        effects: [
          { account: 'alice', token: symbol, change: `-${change}` },
          { account: 'bob', token: symbol, change },
        ],
      });
      expect(await services.relay(proposal, services.keyOf('alice', permission))).toMatchObject({
        status: 'pending',
        transaction_id: proposal.transaction.transaction_id,
      });
      expect([await held('alice'), await held('bob')]).toEqual([before[0] - units, before[1] + units]);
    },
  );

  it('a transfer is the same transaction in esr, packed_trx and actions', async () => {
    const { esr, expires, transaction, actions, summary } = await services.compose({ memo: 'same' });
    const packed = unpackTransaction(hexToBytes(transaction.packed_trx));
    expect(decodeSigningRequest(esr)).toEqual({
      chainId: services.devchain.chain.chainId,
      transaction: packed,
    });
    expect(`${packed.expiration}Z`).toBe(expires);
    expect(actions).toEqual([
      {
        account: 'btc.token',
        name: 'transfer',
        authorization: [{ actor: 'alice', permission: 'active' }],
        data: { from: 'alice', to: 'bob', quantity: '0.00010001 BTC', memo: 'same' },
      },
    ]);
    expect(summary).toEqual(['alice sends 0.00010001 BTC (of btc.token) to bob with the memo "same".']);
  });

  it('a transfer expires five minutes after the head of the chain', async () => {
    const { headBlockTimeMs } = await services.chain.info();
    const proposal = await services.compose({ memo: 'short-lived' });
    expect(Date.parse(proposal.expires)).toBe(Math.floor(headBlockTimeMs / 1000) * 1000 + 300_000);
    services.produce(301_000);
    // A block after the expiry is irreversible.
    for (let block = 0; block < BLOCKS_TO_IRREVERSIBLE; block += 1) services.produce();
    await expect(services.relay(proposal, services.keyOf('alice'))).rejects.toThrow(/expired/);
  });

  it('a transfer that is pushed twice is executed once', async () => {
    const proposal = await services.compose({ memo: 'twice' });
    await services.relay(proposal, services.keyOf('alice'));
    services.produce();
    const { balances } = await services.account('bob');
    expect(await services.relay(proposal, services.keyOf('alice'))).toMatchObject({
      status: 'already_executed',
      block_num: expect.any(Number) as number,
    });
    expect((await services.account('bob')).balances).toEqual(balances);
  });

  it('a transfer that is composed twice at the same moment is two transactions, both executed', async () => {
    const input = { memo: 'the same again' };
    const [first, second] = await Promise.all([services.compose(input), services.compose(input)]);
    const sides = [first, second].map(({ actions, expires, summary }) => ({ actions, expires, summary }));
    expect(sides[0]).toEqual(sides[1]);
    expect(await services.relay(first, services.keyOf('alice'))).toMatchObject({ status: 'pending' });
    // Composed after the first one was executed: the dry run succeeds, too.
    expect((await services.compose(input)).simulation).toMatchObject({ status: 'ok', error: null });
    expect(await services.relay(second, services.keyOf('alice'))).toMatchObject({ status: 'pending' });
    services.produce();
    expect(await services.relay(second, services.keyOf('alice'))).toMatchObject({
      status: 'already_executed',
    });
  });

  it("a transfer above the balance is composed with a failed simulation, and refused with the contract's message", async () => {
    const proposal = await services.compose({ amount: '20000000' });
    expect(proposal.simulation).toEqual({ status: 'failed', error: 'overdrawn balance', effects: null });
    await expect(services.relay(proposal, services.keyOf('alice'))).rejects.toThrow(/^overdrawn balance$/);
  });

  it('a transfer with a foreign signature is refused by the chain', async () => {
    await expect(services.relay(await services.compose(), services.keyOf('bob'))).rejects.toThrow(
      /^signed_tx\.signatures\[0\] was made with PUB_K1_\w+, or over other bytes than packed_trx or for another chain; alice@active needs PUB_K1_\w+ \(the chain: .*authority/,
    );
  });

  it('a transfer signed with the key of another permission is refused, and the error names both', async () => {
    await expect(services.relay(await services.compose(), services.keyOf('alice', 'agent'))).rejects.toThrow(
      /was made with PUB_K1_\w+, a key of alice@agent; alice@active needs PUB_K1_\w+/,
    );
  });

  it('a transfer signed over the hash of the digest is refused, and the error says so', async () => {
    const proposal = await services.compose();
    const { signing_digest } = proposal.transaction;
    const hashed = bytesToHex(sha256(hexToBytes(signing_digest)));
    const transaction = { ...proposal.transaction, signing_digest: hashed };
    await expect(services.relay({ ...proposal, transaction }, services.keyOf('alice'))).rejects.toThrow(
      /was made over the hash of the signing digest/,
    );
  });

  it('a transfer with a permission that is not linked has the reason in the simulation', async () => {
    await services.grant('alice', 'spare', [services.devchain.accounts[0]!.public_key]);
    const { simulation } = await services.compose({ permission: 'spare' });
    expect(simulation.status).toBe('failed');
    expect(simulation.error).toContain('irrelevant authority');
  });

  it.each<[Partial<TransferInput>, string]>([
    [{ from: 'nosuch' }, 'account nosuch does not exist on mainnet'],
    [{ to: 'nosuch' }, 'account nosuch does not exist on mainnet'],
    [{ permission: 'nosuch' }, 'account alice has no permission nosuch; it has: active, agent, owner'],
  ])('a transfer with %j is refused', async (input, message) => {
    await expect(services.compose(input)).rejects.toThrow(message);
  });
});
