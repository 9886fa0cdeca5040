import {
  ActingClient,
  DEVELOPMENT_PROFILE,
  EarlierAttemptError,
  GatewayClient,
  OutcomeUnknownError,
  PushRefusedError,
  SimulationError,
  ToolError,
  VerificationError,
} from '@app/client';
import { secp256k1Signer } from '../../../libs/client/src/keys.ts';
import { type LyingGateway, lyingGateway } from '../../harness/gateway/lying-gateway';
import { TestGateway } from '../../harness/gateway/test-gateway';

const PAYMENT = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.001' } as const;

describe('a client behind an unreliable gateway', () => {
  let gateway: TestGateway;
  let proxy: LyingGateway;
  let client: ActingClient;
  let signatures = 0;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    proxy = await lyingGateway(gateway.url);
    const { chain_id: id } = await gateway.chain.read<{ chain_id: string }>('get_info');
    const signer = secp256k1Signer(gateway.chain.keyOf('alice').data.hexString);
    client = new ActingClient({
      url: proxy.url,
      chain: { id, profile: DEVELOPMENT_PROFILE },
      signer: {
        ...signer,
        sign: (digest) => {
          signatures += 1;
          return signer.sign(digest);
        },
      },
    });
  });
  afterAll(async () => {
    await proxy.close();
    await gateway.close();
  });
  beforeEach(() => {
    proxy.calls.length = 0;
    proxy.lie = undefined;
    proxy.breaks = undefined;
    proxy.refuses = undefined;
    signatures = 0;
  });

  const balanceOf = async (account: string): Promise<bigint> => {
    const rows = await gateway.chain.read<string[]>('get_currency_balance', {
      ...{ code: 'btc.token', account, symbol: 'BTC' },
    });
    return BigInt(rows[0]!.replace(/[. A-Z]/g, ''));
  };
  const pushes = () => proxy.calls.filter(({ tool }) => tool === 'push_transaction');

  it('act pays once, and its request id pays no second time', async () => {
    const before = await balanceOf('bob');
    const paid = await client.act('transfer', PAYMENT, { requestId: 'once', waitFor: 'irreversible' });
    expect(paid).toMatchObject({ status: 'executed', finality: 'irreversible' });
    expect(paid.effects).toEqual([{ kind: 'pay', token: 'BTC', units: 100_000n, to: 'bob', memo: '' }]);
    const again = await client.act('transfer', PAYMENT, { requestId: 'once' });
    expect(again).toMatchObject({ status: 'already_executed', transactionId: paid.transactionId });
    expect(await balanceOf('bob')).toBe(before + 100_000n);
    expect(signatures).toBe(1);
  });

  it('act asks for the whole proposal, also when its caller does not', async () => {
    const { proposal } = await client.act('transfer', { ...PAYMENT, ...{ detail: 'concise' } });
    expect(proposal).not.toHaveProperty('detail');
    expect(proposal.actions).toHaveLength(1);
  });

  it('call types the short answer for a body that asks for it, and the whole one for all others', async () => {
    const short = await client.call('get_account', { account: 'alice', detail: 'concise' });
    // @ts-expect-error: not in the short answer
    expect(short.resources).toBeUndefined();
    expect(short.permissions.map(({ name }) => name)).toEqual(['active', 'agent', 'owner']);
    const { resources } = await client.call('get_account', { account: 'alice', detail: 'full' });
    expect(resources.ram).toBeDefined();
  });

  it('act sends the same bytes again while answers are lost, and pays once', async () => {
    const before = await balanceOf('bob');
    const breaks: ('before' | 'after')[] = ['before', 'after', 'before', 'after', 'after'];
    const seenOf = new Map<string, number>();
    proxy.breaks = ({ tool }) => {
      const seen = seenOf.get(tool) ?? 0;
      seenOf.set(tool, seen + 1);
      return breaks[seen];
    };
    await client.act('transfer', PAYMENT);
    expect(new Set(pushes().map(({ body }) => JSON.stringify(body['signed_tx']))).size).toBe(1);
    expect(pushes()).toHaveLength(breaks.length + 1);
    expect(await balanceOf('bob')).toBe(before + 100_000n);
  });

  it.each([
    ['receiver', { to: 'carol' }],
    ['amount', { amount: '1' }],
    ['token', { symbol: 'USDT' }],
    ['memo', { memo: 'order' }],
    ['permission', { permission: 'owner' }],
    ['sender', { from: 'bob', to: 'alice' }],
  ])('act signs no proposal with another %s', async (_, change) => {
    const lie = await gateway.read('transfer', { ...PAYMENT, ...change });
    proxy.lie = ({ tool }) => (tool === 'transfer' ? lie : undefined);
    await expect(client.act('transfer', PAYMENT)).rejects.toThrow(VerificationError);
    expect({ signatures, pushes: pushes().length }).toEqual({ signatures: 0, pushes: 0 });
  });

  it('act signs no proposal whose dry run failed', async () => {
    const refused = client.act('transfer', { ...PAYMENT, amount: '1000000' });
    await expect(refused).rejects.toThrow(SimulationError);
    await expect(refused).rejects.toThrow('overdrawn balance');
    expect(signatures).toBe(0);
  });

  it('act signs no repeated proposal whose dry run fails, and says that an earlier call may have sent it', async () => {
    const tooMuch = { ...PAYMENT, amount: '1000000' };
    const options = { requestId: 'too-much' };
    const first = await client.act('transfer', tooMuch, options).catch((error: unknown) => error);
    expect(first).toBeInstanceOf(SimulationError);
    const { proposal } = first as SimulationError;
    const second = client.act('transfer', tooMuch, options);
    await expect(second).rejects.toThrow(EarlierAttemptError);
    await expect(second).rejects.toThrow('overdrawn balance');
    await expect(second).rejects.toMatchObject({
      proposal: { status: 'repeated' },
      transactionId: proposal.transaction.transaction_id,
      expiresMs: Date.parse(proposal.expires),
    });
    expect({ signatures, pushes: pushes().length }).toEqual({ signatures: 0, pushes: 0 });
  });

  it('act signs nothing whose dry run fails after the answer to its composition was lost', async () => {
    const lostOnce = (): void => {
      let isLost = false;
      proxy.breaks = ({ tool }) => {
        if (tool !== 'transfer' || isLost) return undefined;
        isLost = true;
        return 'after';
      };
    };
    lostOnce();
    const refused = client.act('transfer', { ...PAYMENT, amount: '1000000' });
    await expect(refused).rejects.toThrow(SimulationError);
    expect(proxy.calls).toHaveLength(2);
    expect(signatures).toBe(0);

    lostOnce();
    proxy.refuses = ({ tool }) => (tool === 'push_transaction' ? 'contract_refused' : undefined);
    await expect(client.act('transfer', PAYMENT)).rejects.toThrow(PushRefusedError);
    expect(pushes()).toHaveLength(1);
  });

  it('act reports a refusal of the gateway with status and code', async () => {
    const refused = client.act('transfer', { ...PAYMENT, to: 'nosuch' });
    await expect(refused).rejects.toMatchObject({ name: 'ToolError', status: 400, code: 'unknown_account' });
    expect(proxy.calls).toHaveLength(1);
  });

  it('act reports an unknown outcome, never a refusal, once bytes may have been sent', async () => {
    const stop = new AbortController();
    proxy.breaks = ({ tool }) => {
      if (tool !== 'push_transaction') return undefined;
      setTimeout(() => stop.abort(), 10);
      return 'after';
    };
    const lost = client.act('transfer', PAYMENT, { signal: stop.signal });
    await expect(lost).rejects.toThrow(OutcomeUnknownError);
  });

  it('call repeats reads and named compositions, and no others', async () => {
    const calls = new GatewayClient({ url: proxy.url, network: 'mainnet' });
    let broken = 0;
    proxy.breaks = () => ((broken += 1) % 2 === 1 ? 'after' : undefined);
    expect((await calls.call('get_account', { account: 'bob' })).network).toBe('mainnet');
    expect(proxy.calls).toHaveLength(2);
    await calls.call('transfer', { ...PAYMENT, request_id: 'named' });
    expect(proxy.calls).toHaveLength(4);
    const unnamed = calls.call('transfer', PAYMENT);
    await expect(unnamed).rejects.toMatchObject({ status: 0, code: 'no_answer' });
    await expect(unnamed).rejects.toThrow(ToolError);
    expect(proxy.calls).toHaveLength(5);
  });
});
