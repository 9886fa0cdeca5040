import { bytesToHex, decodeSigningRequest, hexToBytes, sha256, unpackTransaction } from '@app/antelope';
import { checkProfile, Networks } from '@app/networks';
import { Chains, type ChainClient } from '@app/upstream';
import type { TestingModule } from '@nestjs/testing';
import type { Devchain } from '../../../apps/devchain/src/start-devchain';
import { AccountService } from '../../../apps/gateway/src/account/account.service';
import type { GetAccountAnswer } from '../../../apps/gateway/src/account/dto/get-account.dto';
import type { TransferInput } from '../../../apps/gateway/src/account/dto/transfer.dto';
import { TransferService } from '../../../apps/gateway/src/account/transfer.service';
import { readChainFacts } from '../../../apps/gateway/src/profile/chain-facts';
import { ProfileMonitor } from '../../../apps/gateway/src/profile/profile-monitor';
import type { ProposalAnswer } from '../../../apps/gateway/src/composing/proposal.answer';
import type { GetTableRowsInput } from '../../../apps/gateway/src/node-proxy/dto/get-table-rows.dto';
import { NodeProxyService } from '../../../apps/gateway/src/node-proxy/node-proxy.service';
import { RelayService } from '../../../apps/gateway/src/relay/relay.service';
import { expireReadCache } from '../../harness/gateway/start-gateway';
import { TestChain } from '../../harness/node/test-chain';
import { signWithLibrary } from '../../harness/signing/sign-digest';
import { UNLIMITED } from './support/unlimited';
import { startTools } from './support/tools';

/** The vector of the published list: a key whose hash the development profile's affected set holds. */
const AFFECTED_KEY = 'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT';
/** Proposals are refused when the chain's clock is far behind the machine's. */
const START_MS = Date.now();

describe('the gateway services on a development chain', () => {
  let nowMs = START_MS;
  let node: TestChain;
  let devchain: Devchain;
  let tools: TestingModule;
  let chain: ChainClient;
  beforeAll(async () => {
    node = await TestChain.start({ now: () => nowMs, blocks: 'manual' }, { seed: 'relay-spec' });
    devchain = node.devchain;
    tools = await startTools([devchain.url]);
    chain = tools.get(Chains).of('mainnet');
  });
  afterAll(async () => {
    await tools.close();
    await node.close();
  });

  const keyOf = (name: string, permission = 'active'): string => String(node.keyOf(name, permission));
  const account = (name: string): Promise<GetAccountAnswer> =>
    tools.get(AccountService).account({ network: 'mainnet', account: name });
  const compose = (input: Partial<TransferInput> = {}): Promise<ProposalAnswer> =>
    tools.get(TransferService).transfer({
      network: 'mainnet',
      from: 'alice',
      to: 'bob',
      symbol: 'BTC',
      amount: '0.00010001',
      memo: `at ${devchain.chain.head().num}`,
      permission: 'active',
      ...input,
    });
  const relay = ({ transaction }: ProposalAnswer, privateKey: string) =>
    tools.get(RelayService).push(
      {
        network: 'mainnet',
        signed_tx: {
          signatures: [signWithLibrary(privateKey, transaction.signing_digest)],
          packed_trx: transaction.packed_trx,
          compression: 0,
          packed_context_free_data: '',
        },
      },
      UNLIMITED,
    );
  const produce = (): void => {
    nowMs += 500;
    devchain.chain.produceBlock();
  };
  /** A permission of an account, made by its active key. */
  const grant = async (owner: string, permission: string, keys: string[], accounts: string[] = []) => {
    const auth = {
      threshold: 1,
      keys: keys.map((key) => ({ key, weight: 1 })),
      accounts: accounts.map((actor) => ({ permission: { actor, permission }, weight: 1 })),
      waits: [],
    };
    const { status, text } = await node.transact(
      [
        {
          account: 'eosio',
          name: 'updateauth',
          authorization: [{ actor: owner, permission: 'active' }],
          data: { account: owner, permission, parent: 'active', auth },
        },
      ],
      [node.keyOf(owner)],
    );
    if (status !== 202) throw new Error(text);
    expireReadCache();
  };
  afterEach(produce);

  describe('a transfer', () => {
    it.each([
      ['BTC', '0.00010001', 'active', 10_001n],
      ['USDT', '999999.99999999', 'agent', 99_999_999_999_999n],
      ['NATIVE', 0.0003, 'agent', 3n],
    ] as const)(
      'a transfer of %s %s with the permission %s moves exactly that amount',
      async (symbol, amount, permission, units) => {
        const held = async (name: string) =>
          BigInt(String((await account(name)).balances[symbol]).replace('.', ''));
        const before = [await held('alice'), await held('bob')] as const;
        const proposal = await compose({ symbol, amount, permission });
        expect(proposal.simulation).toEqual({ status: 'ok', error: null });
        expect(await relay(proposal, keyOf('alice', permission))).toMatchObject({
          status: 'executed',
          transaction_id: proposal.transaction.transaction_id,
        });
        expect([await held('alice'), await held('bob')]).toEqual([before[0] - units, before[1] + units]);
      },
    );

    it('is the same transaction in esr, packed_trx and actions', async () => {
      const { esr, expires, transaction, actions, summary } = await compose({ memo: 'same' });
      const packed = unpackTransaction(hexToBytes(transaction.packed_trx));
      expect(decodeSigningRequest(esr)).toEqual({ chainId: devchain.chain.chainId, transaction: packed });
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

    it('expires five minutes after the head of the chain', async () => {
      const { headBlockTimeMs } = await chain.info();
      const proposal = await compose({ memo: 'short-lived' });
      expect(Date.parse(proposal.expires)).toBe(Math.floor(headBlockTimeMs / 1000) * 1000 + 300_000);
      nowMs += 301_000;
      produce();
      await expect(relay(proposal, keyOf('alice'))).rejects.toThrow(/expired/);
    });

    it('pushed twice is executed once', async () => {
      const proposal = await compose({ memo: 'twice' });
      await relay(proposal, keyOf('alice'));
      produce();
      const { balances } = await account('bob');
      expect(await relay(proposal, keyOf('alice'))).toMatchObject({
        status: 'already_executed',
        block_num: expect.any(Number) as number,
      });
      expect((await account('bob')).balances).toEqual(balances);
    });

    it('composed twice at the same moment is two transactions, and both are executed', async () => {
      const input = { memo: 'the same again' };
      const [first, second] = await Promise.all([compose(input), compose(input)]);
      const sides = [first, second].map(({ actions, expires, summary }) => ({ actions, expires, summary }));
      expect(sides[0]).toEqual(sides[1]);
      expect(await relay(first, keyOf('alice'))).toMatchObject({ status: 'executed' });
      // Composed when the first one is in: the dry run says that it works, too.
      expect((await compose(input)).simulation).toEqual({ status: 'ok', error: null });
      expect(await relay(second, keyOf('alice'))).toMatchObject({ status: 'executed' });
      expect(await relay(second, keyOf('alice'))).toMatchObject({ status: 'already_executed' });
    });

    it("a transfer above the balance is composed with a failed simulation, and refused with the contract's message", async () => {
      const proposal = await compose({ amount: '20000000' });
      expect(proposal.simulation).toEqual({ status: 'failed', error: 'overdrawn balance' });
      await expect(relay(proposal, keyOf('alice'))).rejects.toThrow(/^overdrawn balance$/);
    });

    it('a transfer with a foreign signature is refused by the chain', async () => {
      await expect(relay(await compose(), keyOf('bob'))).rejects.toThrow(
        /^signed_tx\.signatures\[0\] was made with PUB_K1_\w+; alice@active needs PUB_K1_\w+ \(the chain: .*authority/,
      );
    });

    it('a transfer signed with the key of another permission is refused, and the error names both', async () => {
      await expect(relay(await compose(), keyOf('alice', 'agent'))).rejects.toThrow(
        /was made with PUB_K1_\w+, a key of alice@agent; alice@active needs PUB_K1_\w+/,
      );
    });

    it('a transfer signed over the hash of the digest is refused, and the error says so', async () => {
      const proposal = await compose();
      const { signing_digest } = proposal.transaction;
      const hashed = bytesToHex(sha256(hexToBytes(signing_digest)));
      const transaction = { ...proposal.transaction, signing_digest: hashed };
      await expect(relay({ ...proposal, transaction }, keyOf('alice'))).rejects.toThrow(
        /was made over the hash of the signing digest/,
      );
    });

    it('a transfer with a permission that is not linked has the reason in the simulation', async () => {
      await grant('alice', 'spare', [devchain.accounts[0]!.public_key]);
      const { simulation } = await compose({ permission: 'spare' });
      expect(simulation.status).toBe('failed');
      expect(simulation.error).toContain('irrelevant authority');
    });

    it.each<[Partial<TransferInput>, string]>([
      [{ from: 'nosuch' }, 'account nosuch does not exist on mainnet'],
      [{ to: 'nosuch' }, 'account nosuch does not exist on mainnet'],
      [{ permission: 'nosuch' }, 'account alice has no permission nosuch; it has: active, agent, owner'],
    ])('a transfer with %j is refused', async (input, message) => {
      await expect(compose(input)).rejects.toThrow(message);
    });
  });

  describe('an account', () => {
    it('is returned with balances, permissions and resources', async () => {
      const answer = await account('alice');
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

    it('an account that does not exist is an error with its name', async () => {
      await expect(account('nosuch')).rejects.toThrow(/^account nosuch does not exist on mainnet$/);
    });

    it('is refused by the compose tools while one of its keys is in the affected set', async () => {
      expect(await account('carol')).toMatchObject({ affected_set: false, affected_set_checked: true });
      await grant('carol', 'old', [AFFECTED_KEY]);
      expect(await account('carol')).toMatchObject({ affected_set: true, affected_set_checked: true });
      await expect(compose({ from: 'carol', to: 'alice' })).rejects.toThrow('affected_set=true');
    });

    it('is affected by a key of an account in its permissions', async () => {
      expect(await account('bob')).toMatchObject({ affected_set: false, affected_set_checked: true });
      await grant('carol', 'old', [AFFECTED_KEY]);
      await grant('bob', 'old', [], ['carol']);
      expect(await account('bob')).toMatchObject({ affected_set: true, affected_set_checked: true });
    });
  });

  describe('table rows', () => {
    const rows = (input: Partial<GetTableRowsInput>) =>
      tools.get(NodeProxyService).tableRows({
        network: 'mainnet',
        code: 'btc.token',
        scope: 'alice',
        table: 'accounts',
        limit: 100,
        reverse: false,
        ...input,
      });

    it('table rows are returned as the node returns them', async () => {
      const answer = await rows({});
      expect(answer).toMatchObject({ network: 'mainnet', more: false, next_key: '' });
      expect(answer.rows).toEqual([{ balance: expect.stringMatching(/^\d+\.\d{8} BTC$/) as string }]);
    });

    it.each<[Partial<GetTableRowsInput>, string | RegExp]>([
      [
        { table: 'nosuch' },
        /^table nosuch is not in the ABI of btc\.token; its tables: accounts \(scope the holder\), stat \(scope BTC\)$/,
      ],
      [
        { code: 'nosuch' },
        /^account nosuch does not exist on mainnet; contracts of the profile: .*\bdex\b.*btc\.token/,
      ],
      [{ code: 'alice' }, /^account alice has no contract on mainnet; contracts of the profile: /],
      [{ index_position: 2 }, 'key type required for non-primary index'],
      [{ table: 'a..............' }, 'table: '],
      [{ lower_bound: '1'.repeat(128) }, 'the node refused the request: Could not convert lower_bound'],
    ])('table rows that cannot be read (%j) are refused with the reason', async (input, message) => {
      await expect(rows(input)).rejects.toThrow(message);
    });
  });

  describe('the profile check', () => {
    it('matches the contracts that this chain has', async () => {
      const { profile } = tools.get(Networks).of('mainnet');
      const matching = checkProfile(profile, await readChainFacts(chain, profile)).filter(({ ok }) => ok);
      expect(matching.map(({ entry }) => entry)).toEqual(
        expect.arrayContaining([
          'accounts.system',
          ...profile.tokens().map(({ apiSymbol }) => `tokens.${apiSymbol}`),
        ]),
      );
    });

    it('disables only the tools that need an entry that does not match', async () => {
      const monitor = tools.get(ProfileMonitor);
      await monitor.check(tools.get(Networks).of('mainnet'));
      expect(() => monitor.assertEntries('mainnet', 'tokens.BTC')).not.toThrow();
      expect(() => monitor.assertEntries('mainnet', 'tokens.BTC', 'actions.cancel_order')).toThrow(
        'the contract profile does not match the chain: actions.cancel_order: account dex has no contract',
      );
    });
  });
});
