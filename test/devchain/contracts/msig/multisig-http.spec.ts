import { msigContract } from '../../../../apps/devchain/src/contracts/msig/contract';
import {
  type Answer,
  type ErrorBody,
  type Json,
  TestChain,
  transfer as payment,
} from '../../../harness/node/test-chain';
import { MULTISIG } from '../../../../apps/devchain/src/contracts/shared/account-names';
import { APPROVERS } from './support/shared-wallet';

describe('multisig over HTTP with the ABI of the contract alone', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'manual', contracts: [msigContract] });
  });
  afterAll(() => chain.close());

  it('an HTTP client proposes, approves without a hash and lists the earliest execution time', async () => {
    const send = async (name: string, data: Json): Promise<Answer<Json>> => {
      const authorization = [APPROVERS[0]!];
      const action = { account: MULTISIG, name, authorization, data: { proposer: 'alice', ...data } };
      return chain.post('send_transaction', await chain.sign([action], [chain.keyOf('alice')]));
    };
    const earliest = async (): Promise<unknown> => {
      const body = { code: MULTISIG, scope: 'alice', table: 'proposal', json: true };
      const { rows } = await chain.read<{ rows: { earliest_exec_time: unknown }[] }>('get_table_rows', body);
      return rows[0]!.earliest_exec_time;
    };
    const paying = await chain.transaction([payment('alice', 'bob', '0.00000001 BTC')]);
    const trx = { ...(JSON.parse(JSON.stringify(paying)) as Json), delay_sec: 2 };
    const of = { proposal_name: 'later' };
    expect((await send('propose', { ...of, requested: [APPROVERS[0]!], trx })).status).toBe(202);
    expect(await earliest()).toBeNull();
    const approved = await send('approve', { ...of, level: APPROVERS[0]! });
    const { processed } = approved.json as { processed: { block_time: string; action_traces: unknown[] } };
    expect(processed.action_traces[0]).toMatchObject({ act: { data: { ...of, level: APPROVERS[0]! } } });
    const at = Date.parse(`${processed.block_time}Z`) + 2_000;
    expect(await earliest()).toBe(new Date(at).toISOString().slice(0, -1));
    const early = (await send('exec', { ...of, executer: 'alice' })).json as unknown as ErrorBody;
    expect(early.error.details[0]!.message).toBe('assertion failure with message: too early to execute');
    for (let left = 5; left > 0; left--) chain.devchain.chain.produceBlock();
    expect((await send('exec', { ...of, executer: 'alice' })).status).toBe(202);
  });
});
