import {
  bytesToHex,
  decodeType,
  nameToValue,
  type PackedAction,
  packTransaction,
  sha256,
  unpackTransaction,
} from '@app/antelope';
import { Serializer } from '@wharfkit/antelope';
import { msigContract } from '../../../../apps/devchain/src/contracts/msig/contract';
import { approvalsTable, proposalsTable } from '../../../../apps/devchain/src/contracts/msig/tables';
import {
  approve,
  cancel,
  exec,
  invalidate,
  propose,
  unapprove,
} from '../../../../apps/devchain/src/contracts/msig/signatures';
import { packedTransaction } from '../../../../apps/devchain/src/contracts/msig/transaction-type';
import { transfer } from '../../../../apps/devchain/src/contracts/token/signatures';
import { decode } from '../../../../apps/devchain/src/kernel/sdk/abi/abi-type';
import type { WaitWeight } from '../../../../apps/devchain/src/kernel/sdk/authority';
import { newaccount, updateauth } from '../../../../apps/devchain/src/kernel/sdk/native-actions';
import {
  type Answer,
  type ErrorBody,
  type Json,
  TestChain,
  transfer as payment,
} from '../../../harness/node/test-chain';
import { actionOf } from '../../../../apps/devchain/src/client/action';
import { InProcessChain } from '../../../harness/chain/in-process-chain';

const MSIG = 'eosio.msig';
const BOTH = [
  { actor: 'alice', permission: 'active' },
  { actor: 'bob', permission: 'active' },
];

/** Carol's money, which from now on alice and bob decide about together. */
class SharedWallet extends InProcessChain {
  constructor() {
    super({ contracts: [msigContract] });
    this.share({ threshold: 2 });
  }

  /** Carol's owner says what it takes. */
  share({ threshold, waits = [] }: { threshold: number; waits?: readonly WaitWeight[] }): void {
    const accounts = BOTH.map((permission) => ({ permission, weight: 1 }));
    const auth = { threshold, keys: [], waits, accounts };
    const change = { account: 'carol', permission: 'active', parent: 'owner', auth };
    this.push([actionOf('eosio', updateauth, change, 'carol@owner')], { keys: [this.key('carol')] });
    this.nextBlock();
  }

  /** When the proposal may be run; null while too few have agreed. */
  earliest(): number | null | undefined {
    return this.client.rows(MSIG, 'alice', proposalsTable)[0]!.earliest_exec_time;
  }

  /** Time of the block that a transaction would go into now. */
  get blockMs(): number {
    return this.chain.head().timeMs + 500;
  }

  /** Seals the open block, and one at this time: the next is half a second later. */
  until(timeMs: number): void {
    this.chain.produceBlock();
    this.clock.advance(timeMs - this.clock.now());
    this.chain.produceBlock();
  }

  payment(units: bigint): PackedAction {
    const quantity = { units, symbol: 'BTC', precision: 8 };
    return actionOf('btc.token', transfer, { from: 'carol', to: 'bob', quantity, memo: 'agreed' }, 'carol');
  }

  packed(actions: PackedAction[], header = {}): Uint8Array {
    return packTransaction(this.transaction(actions, header));
  }

  proposing(actions: PackedAction[], { name = 'payout', header = {}, requested = BOTH } = {}): PackedAction {
    const trx = decode(packedTransaction, this.packed(actions, header));
    return actionOf(MSIG, propose, { proposer: 'alice', proposal_name: name, requested, trx }, 'alice');
  }

  propose(units: bigint, header = {}): void {
    this.push([this.proposing([this.payment(units)], { header })]);
  }

  /** Puts a payment up that waits for so many seconds once it is agreed upon. */
  proposeDelayed(delay: number, options = {}): void {
    const header = { delay_sec: delay, expiration: '2026-03-02T12:00:00' };
    this.push([this.proposing([this.payment(5n)], { header, ...options })]);
  }

  approving(actor: string, hash?: string): PackedAction {
    const level = { actor, permission: 'active' };
    return actionOf(
      MSIG,
      approve,
      { proposer: 'alice', proposal_name: 'payout', level, proposal_hash: hash },
      actor,
    );
  }

  unapproving(actor: string): PackedAction {
    const level = { actor, permission: 'active' };
    return actionOf(MSIG, unapprove, { proposer: 'alice', proposal_name: 'payout', level }, actor);
  }

  executing(executer = 'bob'): PackedAction {
    return actionOf(MSIG, exec, { proposer: 'alice', proposal_name: 'payout', executer }, executer);
  }

  cancelling(canceler: string): PackedAction {
    return actionOf(MSIG, cancel, { proposer: 'alice', proposal_name: 'payout', canceler }, canceler);
  }

  why(action: PackedAction): string {
    return this.refusal([action]).message.replace('assertion failure with message: ', '');
  }
}

describe('a proposed transaction with a delay', () => {
  let wallet: SharedWallet;
  beforeEach(() => {
    wallet = new SharedWallet();
  });

  it('is run no earlier than its delay after the approval that made them enough', () => {
    wallet.proposeDelayed(10);
    expect(wallet.earliest()).toBeNull();
    wallet.push([wallet.approving('alice')]);
    expect(wallet.earliest()).toBeNull();
    expect(wallet.why(wallet.executing())).toBe('transaction authorization failed');
    wallet.nextBlock(5);
    const earliest = wallet.blockMs + 10_000;
    wallet.push([wallet.approving('bob')]);
    expect(wallet.earliest()).toBe(earliest);
    expect(wallet.why(wallet.executing())).toBe('too early to execute');
    wallet.until(earliest - 1_000);
    expect(wallet.why(wallet.executing())).toBe('too early to execute');
    wallet.nextBlock();
    wallet.push([wallet.executing()]);
    expect(wallet.client.rows(MSIG, 'alice', proposalsTable)).toEqual([]);
  });

  it('waits anew when approvals were not enough for a while, and no longer when one too many is given', () => {
    wallet.share({ threshold: 1 });
    wallet.proposeDelayed(10);
    const first = wallet.blockMs;
    wallet.push([wallet.approving('alice')]);
    wallet.nextBlock(4);
    wallet.push([wallet.approving('bob')]);
    expect(wallet.earliest()).toBe(first + 10_000);
    wallet.push([wallet.unapproving('alice')]);
    expect(wallet.earliest()).toBe(first + 10_000);
    wallet.push([wallet.unapproving('bob')]);
    expect(wallet.earliest()).toBeNull();
    wallet.nextBlock(4);
    const again = wallet.blockMs;
    wallet.push([wallet.approving('alice')]);
    expect(wallet.earliest()).toBe(again + 10_000);
  });

  it('keeps its time when approvals are invalidated, but is not run until they are enough again', () => {
    wallet.proposeDelayed(10);
    wallet.push([wallet.approving('alice')]);
    wallet.push([wallet.approving('bob')]);
    const earliest = wallet.earliest()!;
    wallet.nextBlock();
    wallet.push([actionOf(MSIG, invalidate, { account: 'bob' }, 'bob')]);
    expect(wallet.earliest()).toBe(earliest);
    wallet.until(earliest + 1_000);
    expect(wallet.why(wallet.executing())).toBe('transaction authorization failed');
    wallet.push([wallet.unapproving('bob')]);
    expect(wallet.earliest()).toBeNull();
    const again = wallet.blockMs;
    wallet.push([wallet.approving('bob')]);
    expect(wallet.earliest()).toBe(again + 10_000);
  });

  it('never runs when the permission came to be enough without an approval; without a delay it does', () => {
    wallet.proposeDelayed(10);
    wallet.push([wallet.approving('alice')]);
    wallet.share({ threshold: 1 });
    wallet.nextBlock(40);
    expect(wallet.why(wallet.executing())).toBe(
      'old proposals are not allowed to have non-zero `delay_sec`; cancel and retry',
    );
    wallet.push([wallet.cancelling('alice')]);
    wallet.share({ threshold: 2 });
    wallet.propose(5n);
    wallet.push([wallet.approving('alice')]);
    wallet.share({ threshold: 1 });
    expect(wallet.earliest()).toBeNull();
    wallet.push([wallet.executing()]);
  });

  it('has waited: the waits of a permission count against it', () => {
    wallet.share({ threshold: 2, waits: [{ wait_sec: 60, weight: 1 }] });
    const requested = [BOTH[0]!];
    const short = wallet.proposing([wallet.payment(5n)], { requested, header: { delay_sec: 59 } });
    expect(wallet.why(short)).toBe('transaction authorization failed');
    wallet.proposeDelayed(60, { requested });
    const earliest = wallet.blockMs + 60_000;
    wallet.push([wallet.approving('alice')]);
    expect(wallet.earliest()).toBe(earliest);
    wallet.until(earliest - 500);
    wallet.push([wallet.executing()]);
  });

  it('that is as long as there may be counts against every wait', () => {
    const { max_transaction_delay: most } = wallet.chain.config();
    const requested = [BOTH[0]!];
    const slow = {
      threshold: 2,
      keys: [],
      accounts: [{ permission: BOTH[0]!, weight: 1 }],
      waits: [{ wait_sec: most + 1, weight: 1 }],
    };
    const account = { creator: 'alice', name: 'dave', owner: slow, active: slow };
    wallet.push([actionOf('eosio', newaccount, account, 'alice')]);
    const payment = { ...wallet.payment(5n), authorization: [{ actor: 'dave', permission: 'active' }] };
    const proposing = (delay: number) =>
      wallet.proposing([payment], { requested, header: { delay_sec: delay } });
    expect(wallet.why(proposing(most - 1))).toBe('transaction authorization failed');
    wallet.push([proposing(most)]);
  });

  it('expires like any other', () => {
    wallet.push([wallet.proposing([wallet.payment(5n)], { header: { delay_sec: 3600 } })]);
    wallet.push([wallet.approving('alice')]);
    wallet.push([wallet.approving('bob')]);
    wallet.until(wallet.earliest()! + 1_000);
    expect(wallet.why(wallet.executing())).toBe('transaction expired');
  });

  it('is stored in the row as eosio.msig stores it', () => {
    const { abi } = msigContract;
    const fields = (name: string) => abi.structs.find((struct) => struct.name === name)!.fields;
    expect(fields('proposal').map(({ type }) => type)).toEqual(['name', 'bytes', 'time_point?$']);
    expect(fields('approve').at(-1)).toEqual({ name: 'proposal_hash', type: 'checksum256$' });
    wallet.proposeDelayed(10);
    const shown = (): unknown => {
      const [row] = wallet.chain.table(MSIG, nameToValue('alice'), 'proposal')!.rows();
      const { value } = row!;
      const byWharfkit = Serializer.objectify(Serializer.decode({ data: value, type: 'proposal', abi })) as {
        earliest_exec_time: unknown;
      };
      const ours = decodeType(abi, 'proposal', value) as typeof byWharfkit;
      expect(byWharfkit.earliest_exec_time).toEqual(ours.earliest_exec_time);
      return ours.earliest_exec_time;
    };
    expect(shown()).toBeNull();
    wallet.push([wallet.approving('alice')]);
    wallet.push([wallet.approving('bob')]);
    expect(shown()).toBe(new Date(wallet.earliest()!).toISOString().slice(0, -1));
  });
});

describe('over HTTP, with nothing but the ABI', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'manual', contracts: [msigContract] });
  });
  afterAll(() => chain.close());

  it('a proposal is made, agreed to without its hash, and shown with the time it waits for', async () => {
    const send = async (name: string, data: Json): Promise<Answer<Json>> => {
      const authorization = [BOTH[0]!];
      const action = { account: MSIG, name, authorization, data: { proposer: 'alice', ...data } };
      return chain.post('send_transaction', await chain.sign([action], [chain.keyOf('alice')]));
    };
    const earliest = async (): Promise<unknown> => {
      const body = { code: MSIG, scope: 'alice', table: 'proposal', json: true };
      const { rows } = await chain.read<{ rows: { earliest_exec_time: unknown }[] }>('get_table_rows', body);
      return rows[0]!.earliest_exec_time;
    };
    const paying = await chain.transaction([payment('alice', 'bob', '0.00000001 BTC')]);
    const trx = { ...(JSON.parse(JSON.stringify(paying)) as Json), delay_sec: 2 };
    const of = { proposal_name: 'later' };
    expect((await send('propose', { ...of, requested: [BOTH[0]!], trx })).status).toBe(202);
    expect(await earliest()).toBeNull();
    const approved = await send('approve', { ...of, level: BOTH[0]! });
    const { processed } = approved.json as { processed: { block_time: string; action_traces: unknown[] } };
    expect(processed.action_traces[0]).toMatchObject({ act: { data: { ...of, level: BOTH[0]! } } });
    const at = Date.parse(`${processed.block_time}Z`) + 2_000;
    expect(await earliest()).toBe(new Date(at).toISOString().slice(0, -1));
    const early = (await send('exec', { ...of, executer: 'alice' })).json as unknown as ErrorBody;
    expect(early.error.details[0]!.message).toBe('assertion failure with message: too early to execute');
    for (let left = 5; left > 0; left--) chain.devchain.chain.produceBlock();
    expect((await send('exec', { ...of, executer: 'alice' })).status).toBe(202);
  });
});

describe('the multisig contract', () => {
  let wallet: SharedWallet;
  beforeEach(() => {
    wallet = new SharedWallet();
  });

  it('runs what was proposed once everyone asked has agreed, and not before', () => {
    expect(() => wallet.push([wallet.payment(5n)], { keys: [wallet.key('carol')] })).toThrow(
      'declares authority',
    );
    wallet.propose(5n);
    expect(wallet.why(wallet.executing())).toBe('transaction authorization failed');
    wallet.push([wallet.approving('alice')]);
    expect(wallet.why(wallet.executing())).toBe('transaction authorization failed');
    wallet.push([wallet.approving('bob')]);
    const trace = wallet.push([wallet.executing()]);
    const paid = trace.actionTraces.filter(({ act: { account } }) => account === 'btc.token');
    expect(paid.map(({ receiver }) => receiver)).toEqual(['btc.token', 'carol', 'bob']);
    expect(paid[0]!.act.authorization).toEqual([{ actor: 'carol', permission: 'active' }]);
    expect(wallet.client.rows(MSIG, 'alice', proposalsTable)).toEqual([]);
    expect(wallet.client.rows(MSIG, 'alice', approvalsTable)).toEqual([]);
    expect(wallet.why(wallet.executing())).toBe('proposal not found');
  });

  it('keeps the transaction exactly as it was proposed, and who was asked and agreed', () => {
    wallet.propose(7n);
    const [row] = wallet.client.rows(MSIG, 'alice', proposalsTable);
    expect(row!.proposal_name).toBe('payout');
    expect(unpackTransaction(row!.packed_transaction).actions).toEqual([wallet.payment(7n)]);
    wallet.nextBlock();
    wallet.push([wallet.approving('bob', bytesToHex(sha256(row!.packed_transaction)))]);
    const [approvals] = wallet.client.rows(MSIG, 'alice', approvalsTable);
    expect(approvals!.version).toBe(1);
    expect(approvals!.requested_approvals).toEqual([{ level: BOTH[0], time: 0 }]);
    expect(approvals!.provided_approvals).toEqual([
      { level: BOTH[1], time: wallet.chain.head().timeMs + 500 },
    ]);
  });

  it('lets approvals be taken back: one by one, or all of an account', () => {
    wallet.propose(5n);
    wallet.push([wallet.approving('alice')], {});
    wallet.push([wallet.approving('bob')]);
    wallet.push([wallet.unapproving('bob')]);
    expect(wallet.why(wallet.executing())).toBe('transaction authorization failed');
    expect(wallet.why(wallet.unapproving('bob'))).toBe('no approval previously granted');
    wallet.push([wallet.approving('bob')]);
    wallet.nextBlock();
    wallet.push([actionOf(MSIG, invalidate, { account: 'bob' }, 'bob')]);
    expect(wallet.why(wallet.executing())).toBe('transaction authorization failed');
    wallet.nextBlock();
    wallet.push([wallet.unapproving('bob')]);
    wallet.push([wallet.approving('bob')]);
    wallet.push([wallet.executing()]);
  });

  it('is cancelled by its proposer, and by anyone once it has expired', () => {
    wallet.propose(5n);
    expect(wallet.why(wallet.cancelling('bob'))).toBe('cannot cancel until expiration');
    wallet.push([wallet.cancelling('alice')]);
    wallet.propose(6n);
    wallet.push([wallet.approving('alice')]);
    wallet.push([wallet.approving('bob')]);
    wallet.nextBlock(200);
    expect(wallet.why(wallet.executing())).toBe('transaction expired');
    wallet.push([wallet.cancelling('bob')]);
    expect(wallet.why(wallet.cancelling('alice'))).toBe('proposal not found');
  });

  it('refuses what could not be executed anyway, and what others must not do', () => {
    const pay = wallet.payment(5n);
    const refused: [PackedAction, string][] = [
      [wallet.proposing([pay], { requested: [BOTH[0]!] }), 'transaction authorization failed'],
      [wallet.proposing([pay], { header: { expiration: '2026-03-01T11:00:00' } }), 'transaction expired'],
      [
        wallet.proposing([pay], { header: { context_free_actions: [{ ...pay, authorization: [] }] } }),
        'not allowed to `propose` a transaction with context-free actions',
      ],
      [wallet.approving('bob'), 'proposal not found'],
    ];
    for (const [action, why] of refused) expect(wallet.why(action)).toBe(why);
    wallet.propose(5n);
    expect(wallet.why(wallet.proposing([pay]))).toBe('proposal with the same name exists');
    expect(wallet.refusal([wallet.approving('bob', '0'.repeat(64))])).toMatchObject({
      message: 'hash mismatch',
      kind: 'crypto_api_exception',
      code: 3230001,
    });
    expect(wallet.why(wallet.approving('carol'))).toMatch(/not on the list|declares authority/);
    const asAlice = { actor: 'alice', permission: 'active' };
    const forged = { proposer: 'alice', proposal_name: 'payout', level: asAlice, proposal_hash: undefined };
    expect(wallet.why(actionOf(MSIG, approve, forged, 'bob'))).toBe('missing authority of alice/active');
    wallet.push([wallet.approving('bob')]);
    expect(wallet.why(wallet.approving('bob'))).toBe('approval is not on the list of requested approvals');
  });

  it('takes as many approvals of a permission as it was asked for', () => {
    const requested = [...BOTH, BOTH[0]!];
    wallet.push([wallet.proposing([wallet.payment(5n)], { requested })]);
    wallet.push([wallet.approving('alice')]);
    wallet.push([wallet.approving('alice')], {});
    expect(wallet.why(wallet.approving('alice'))).toBe('approval is not on the list of requested approvals');
    wallet.push([wallet.unapproving('alice')]);
    wallet.push([wallet.approving('bob')]);
    const [row] = wallet.client.rows(MSIG, 'alice', approvalsTable);
    expect(row!.provided_approvals.map(({ level }) => level.actor)).toEqual(['alice', 'bob']);
    wallet.push([wallet.executing()]);
  });

  it('records the time of a revoked approval', () => {
    wallet.propose(5n);
    wallet.push([wallet.approving('bob')]);
    wallet.nextBlock(3);
    wallet.push([wallet.unapproving('bob')]);
    const [row] = wallet.client.rows(MSIG, 'alice', approvalsTable);
    expect(row!.requested_approvals).toEqual([
      { level: BOTH[0], time: 0 },
      { level: BOTH[1], time: wallet.blockMs },
    ]);
  });

  it('lets a transaction live to the end of the second in which it expires', () => {
    const expiration = '2026-03-01T12:00:20';
    const last = Date.parse(`${expiration}Z`) + 500;
    wallet.propose(5n, { expiration });
    wallet.push([wallet.approving('alice')]);
    wallet.push([wallet.approving('bob')]);
    wallet.until(last - 500);
    expect(wallet.blockMs).toBe(last);
    expect(wallet.why(wallet.cancelling('bob'))).toBe('cannot cancel until expiration');
    wallet.push([wallet.executing()]);
    wallet.push([wallet.proposing([wallet.payment(6n)], { header: { expiration } })]);
    wallet.nextBlock();
    expect(wallet.why(wallet.executing())).toBe('transaction expired');
    expect(wallet.why(wallet.proposing([wallet.payment(7n)], { name: 'late', header: { expiration } }))).toBe(
      'transaction expired',
    );
    wallet.push([wallet.cancelling('bob')]);
  });

  it('fails as the chain does for a permission that is not there', () => {
    const pay = wallet.payment(5n);
    const ghost = { ...pay, authorization: [{ actor: 'carol', permission: 'nosuch' }] };
    const { kind } = wallet.refusal([wallet.proposing([ghost])]);
    expect(kind).toBe('permission_query_exception');
  });

  it('leaves everything as it was when one of the proposed actions fails', () => {
    wallet.propose(10n ** 18n);
    wallet.push([wallet.approving('alice')]);
    wallet.push([wallet.approving('bob')]);
    const before = wallet.chain.stateDigest();
    expect(wallet.why(wallet.executing())).toBe('overdrawn balance');
    expect(wallet.chain.stateDigest()).toBe(before);
  });

  it('does not let a permission do by proposal what it may not do itself', () => {
    // alice@agent may transfer, but not change permissions.
    const agent = [{ actor: 'alice', permission: 'agent' }];
    const change = actionOf(
      'eosio',
      updateauth,
      {
        account: 'alice',
        permission: 'active',
        parent: 'owner',
        auth: { threshold: 1, keys: [], accounts: [], waits: [] },
      },
      'alice@agent',
    );
    expect(wallet.why(wallet.proposing([change], { requested: agent }))).toBe(
      'transaction authorization failed',
    );
  });
});
