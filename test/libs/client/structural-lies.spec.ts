import { DEVELOPMENT_PROFILE, type ProposalAnswer, VerificationError, verifyProposal } from '@app/client';
import { Action, Bytes, Name, PermissionLevel, Serializer, Transaction } from '@wharfkit/antelope';
import { type Proposal, TestGateway } from '../../harness/gateway/test-gateway';

const PAYMENT = { from: 'alice', to: 'bob', symbol: 'USDT', amount: '1' } as const;
const actionOf = (transaction: Transaction): Action => transaction.actions[0]!;

describe('a proposal of another structure', () => {
  let gateway: TestGateway;
  let proposal: Proposal;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    proposal = await gateway.compose('transfer', PAYMENT);
  });
  afterAll(() => gateway.close());

  const verify = async (change: (transaction: Transaction) => void) => {
    const transaction = Serializer.decode({ type: Transaction, data: proposal.transaction.packed_trx });
    change(transaction);
    const packed_trx = Serializer.encode({ object: transaction }).hexString;
    const lie = { ...proposal, transaction: { ...proposal.transaction, packed_trx } };
    const { chain_id: id } = await gateway.chain.read<{ chain_id: string }>('get_info');
    const chain = { id, profile: DEVELOPMENT_PROFILE };
    const call = { tool: 'transfer', body: PAYMENT } as const;
    return verifyProposal(call, lie as unknown as ProposalAnswer, chain, Date.now());
  };

  it('the library packs the honest proposal as the gateway does', async () => {
    expect((await verify(() => undefined)).id).toBe(proposal.transaction.transaction_id);
  });

  it.each<[string, (transaction: Transaction) => void]>([
    ['an added action', (all) => all.actions.push(Action.from({ ...actionOf(all), name: 'open' }))],
    ['a repeated action', (all) => all.actions.push(actionOf(all))],
    ['a dropped action', (all) => all.actions.splice(0)],
    ['the action of another contract', (all) => (actionOf(all).account = Name.from('btc.token'))],
    [
      'a second authorization',
      (all) => actionOf(all).authorization.push(PermissionLevel.from('alice@owner')),
    ],
    ['no authorization', (all) => actionOf(all).authorization.splice(0)],
    ['a delay', (all) => (all.delay_sec = all.delay_sec.adding(1) as never)],
    ['a limit of CPU time', (all) => (all.max_cpu_usage_ms = all.max_cpu_usage_ms.adding(1) as never)],
    ['a context-free action', (all) => all.context_free_actions.push(actionOf(all))],
    ['an extension', (all) => all.transaction_extensions.push({ type: 1, data: Bytes.from('00') } as never)],
    ['data that is longer', (all) => (actionOf(all).data = Bytes.from(`${actionOf(all).data.hexString}00`))],
  ])('%s is refused', async (_, change) => {
    await expect(verify(change)).rejects.toThrow(VerificationError);
  });
});
