import { ActingClient, DEVELOPMENT_PROFILE } from '@app/client';
import { secp256k1Signer } from '@app/client/keys';
import { ABI, PrivateKey, Transaction } from '@wharfkit/antelope';
import { SigningRequest } from '@wharfkit/signing-request';
import { inflateRawSync } from 'node:zlib';
import { type Answer, answerOf, overMcp, overRest, refusalOf } from '../harness/gateway/gateway-client';
import { Product } from '../harness/process/product';
import { developmentKey, signWithCurveOnly, signWithLibrary } from '../harness/signing/sign-digest';

interface Proposal extends Answer {
  actions: { account: string; name: string; authorization: unknown[]; data: Answer }[];
  esr: string;
  expires: string;
  transaction: { packed_trx: string; signing_digest: string; chain_id: string; transaction_id: string };
  summary: string[];
  simulation: { status: string; error: string | null };
}

const units = (amount: unknown) => BigInt(String(amount).replace('.', ''));

let product: Product;
let chainUrl: string;
let key: string;
beforeAll(async () => {
  product = await Product.launch({
    ...{ RATE_LIMIT_RELAY: '1000', HISTORY: 'off', DEVCHAIN_SIMULATION: 'off' },
  });
  await product.printed('Ctrl-C stops everything');
  chainUrl = `http://127.0.0.1:${product.ports.devchain}`;
  key = await developmentKey(chainUrl, 'alice');
});
afterAll(() => product.ended('SIGTERM'));

describe.each([
  ['REST', overRest],
  ['MCP', overMcp],
])('compose, sign, relay over %s', (_surface, over) => {
  const call = (name: string, input: Answer) => over(product.url)(name, input);
  const balance = async (account: string, symbol: string) =>
    units(((await answerOf(call('get_account', { account }))).balances as Answer)[symbol]);
  const compose = async (input: Answer) =>
    (await answerOf(
      call('transfer', { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.00010001', ...input }),
    )) as Proposal;
  const relay = (proposal: Proposal, signature: string) =>
    call('push_transaction', {
      signed_tx: { signatures: [signature], packed_trx: proposal.transaction.packed_trx },
    });

  it('push_transaction on testnet refuses a transaction signed for mainnet, and names it', async () => {
    const { transaction } = await compose({});
    const signed_tx = {
      signatures: [signWithLibrary(key, transaction.signing_digest)],
      packed_trx: transaction.packed_trx,
    };
    expect(await refusalOf(call('push_transaction', { signed_tx, network: 'testnet' }))).toContain(
      'the transaction was signed for mainnet: push it with "network":"mainnet"',
    );
  });

  it.each([
    ['active', 'BTC', '0.00010001', 10_001n],
    ['agent', 'USDT', '1.00000001', 100_000_001n],
    ['agent', 'NATIVE', '0.0003', 3n],
  ])(
    'transfer with the permission %s moves exactly the amount (%s %s)',
    async (permission, symbol, amount, moved) => {
      const before = [await balance('alice', symbol), await balance('bob', symbol)] as const;
      const proposal = await compose({ permission, symbol, amount });
      expect(proposal.actions).toHaveLength(1);
      expect(proposal.actions[0]!.authorization).toEqual([{ actor: 'alice', permission }]);
      expect(proposal.summary[0]).toContain(amount);
      expect(proposal.summary[0]).toContain('bob');
      expect(proposal.simulation).toMatchObject({ status: 'ok', error: null });
      const signer = permission === 'agent' ? await agentKey() : key;
      const pushed = await answerOf(
        relay(proposal, signWithLibrary(signer, proposal.transaction.signing_digest)),
      );
      expect(pushed).toMatchObject({
        transaction_id: proposal.transaction.transaction_id,
        status: 'executed',
        network: 'mainnet',
      });
      expect(await balance('alice', symbol)).toBe(before[0] - moved);
      expect(await balance('bob', symbol)).toBe(before[1] + moved);
    },
  );

  async function agentKey(): Promise<string> {
    const accounts = (await (await fetch(`${chainUrl}/devchain/accounts`)).json()) as {
      name: string;
      permissions: { name: string; private_key?: string }[];
    }[];
    const agent = accounts
      .find(({ name }) => name === 'alice')!
      .permissions.find(({ name }) => name === 'agent')!;
    return agent.private_key!;
  }

  it('push_transaction accepts a signature made with a secp256k1 library alone', async () => {
    const proposal = await compose({ memo: 'curve only' });
    const pushed = await answerOf(
      relay(proposal, signWithCurveOnly(key, proposal.transaction.signing_digest)),
    );
    expect(pushed.status).toBe('executed');
  });

  it('push_transaction returns already_executed for the same bytes, and moves nothing', async () => {
    const proposal = await compose({ memo: 'twice' });
    const signature = signWithLibrary(key, proposal.transaction.signing_digest);
    await answerOf(relay(proposal, signature));
    const after = await balance('bob', 'BTC');
    const again = await answerOf(relay(proposal, signature));
    expect(again).toMatchObject({
      status: 'already_executed',
      transaction_id: proposal.transaction.transaction_id,
    });
    expect(await balance('bob', 'BTC')).toBe(after);
  });

  it('the ESR link of transfer gives a wallet the same transaction', async () => {
    const proposal = await compose({ memo: 'for a wallet' });
    const request = SigningRequest.from(proposal.esr, {
      zlib: { deflateRaw: () => new Uint8Array(), inflateRaw: (data) => inflateRawSync(data) },
    });
    expect(String(request.getChainId())).toBe(proposal.transaction.chain_id);
    const abi = ABI.from(
      (
        (await (
          await fetch(`${chainUrl}/v1/chain/get_abi`, {
            method: 'POST',
            body: JSON.stringify({ account_name: 'btc.token' }),
          })
        ).json()) as { abi: object }
      ).abi,
    );
    const { transaction } = request.resolve(
      new Map([['btc.token', abi]]),
      { actor: 'alice', permission: 'active' },
      { expiration: '1970-01-01T00:00:00', ref_block_num: 0, ref_block_prefix: 0 },
    );
    expect(String(Transaction.from(transaction).id)).toBe(proposal.transaction.transaction_id);
    expect(`${String(transaction.expiration)}Z`).toBe(proposal.expires);
  });

  it('push_transaction refuses changed bytes and a foreign signature, transfer an unknown permission', async () => {
    const proposal = await compose({ memo: 'tamper' });
    const { packed_trx, signing_digest } = proposal.transaction;
    const signature = signWithLibrary(key, signing_digest);
    const flipped = packed_trx.replace('74616d706572', '74616d706573'); // "tamper" -> "tampes"
    expect(flipped).not.toBe(packed_trx);
    const before = await balance('bob', 'BTC');
    await refusalOf(
      call('push_transaction', { signed_tx: { signatures: [signature], packed_trx: flipped } }),
    );
    const bobs = await developmentKey(chainUrl, 'bob');
    await refusalOf(relay(proposal, signWithLibrary(bobs, signing_digest)));
    expect(await balance('bob', 'BTC')).toBe(before);
    expect(
      await refusalOf(
        call('transfer', { from: 'alice', to: 'bob', symbol: 'BTC', amount: '1', permission: 'nosuch' }),
      ),
    ).toContain('nosuch');
  });

  it('a transfer above the balance is composed with the error of the chain in its simulation', async () => {
    const proposal = await compose({ amount: '20000000' });
    expect(proposal.simulation).toEqual({ status: 'failed', error: 'overdrawn balance', effects: null });
    // The node answers success with the failure in the trace, which the gateway has to look for.
    const { packed_trx } = proposal.transaction;
    const transaction = { signatures: [], compression: 'none', packed_context_free_data: '', packed_trx };
    const body = JSON.stringify({ transaction });
    const answer = await fetch(`${chainUrl}/v1/chain/compute_transaction`, { method: 'POST', body });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ processed: { receipt: null, except: { code: 3050003 } } });
  });

  it('push_transaction refuses a transaction composed for testnet on mainnet', async () => {
    const proposal = await compose({ network: 'testnet', memo: 'other chain' });
    const testnetKey = await developmentKey(`http://127.0.0.1:${product.ports.devchain + 1}`, 'alice');
    const signature = signWithLibrary(testnetKey, proposal.transaction.signing_digest);
    await refusalOf(relay(proposal, signature));
    const pushed = await answerOf(
      call('push_transaction', {
        network: 'testnet',
        signed_tx: { signatures: [signature], packed_trx: proposal.transaction.packed_trx },
      }),
    );
    expect(pushed).toMatchObject({ status: 'executed', network: 'testnet' });
  });
});

it('the client library transfers once for a request id, in front of the product as a user starts it', async () => {
  const info = (await (await fetch(`${chainUrl}/v1/chain/get_info`)).json()) as { chain_id: string };
  const client = new ActingClient({
    url: product.url,
    chain: { id: info.chain_id, profile: DEVELOPMENT_PROFILE },
    signer: secp256k1Signer(PrivateKey.from(key).data.hexString),
  });
  const bitcoin = async (account: string) =>
    units((await client.call('get_account', { account })).balances.BTC);
  const before = await bitcoin('bob');
  const payment = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.00020002' } as const;
  const first = await client.act('transfer', payment, { requestId: 'invoice-4711' });
  const again = await client.act('transfer', payment, { requestId: 'invoice-4711' });
  expect([first.status, again.status]).toEqual(['executed', 'already_executed']);
  expect(again.transactionId).toBe(first.transactionId);
  expect(await bitcoin('bob')).toBe(before + 20_002n);
});
