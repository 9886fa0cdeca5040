import { bytesToHex, packTransaction, sha256, unpackTransaction, type PackedAction } from '@app/antelope';
import { msig } from '../../apps/devchain/src/contracts/msig/contract';
import { approvals2, proposal } from '../../apps/devchain/src/contracts/msig/tables';
import {
  approve,
  cancel,
  exec,
  invalidate,
  propose,
  unapprove,
} from '../../apps/devchain/src/contracts/msig/signatures';
import { packedTransaction } from '../../apps/devchain/src/contracts/msig/transaction-type';
import { transfer } from '../../apps/devchain/src/contracts/token/signatures';
import { decode } from '../../apps/devchain/src/kernel/abi/abi-type';
import { updateauth } from '../../apps/devchain/src/kernel/native-actions';
import { act, KernelChain } from '../kernel/support/kernel-chain';
import { rowsOf } from './support/rows';

const MSIG = 'eosio.msig';
const BOTH = [
  { actor: 'alice', permission: 'active' },
  { actor: 'bob', permission: 'active' },
];

/** Carol's money, which from now on alice and bob decide about together. */
class SharedWallet extends KernelChain {
  constructor() {
    super({ contracts: [msig] });
    const auth = {
      threshold: 2,
      keys: [],
      waits: [],
      accounts: BOTH.map((permission) => ({ permission, weight: 1 })),
    };
    const change = { account: 'carol', permission: 'active', parent: 'owner', auth };
    this.push([act('eosio', updateauth, change, 'carol@owner')], { keys: [this.key('carol')] });
    this.nextBlock();
  }

  payment(units: bigint): PackedAction {
    const quantity = { units, symbol: 'BTC', precision: 8 };
    return act('btc.token', transfer, { from: 'carol', to: 'bob', quantity, memo: 'agreed' }, 'carol');
  }

  packed(actions: PackedAction[], header = {}): Uint8Array {
    return packTransaction(this.transaction(actions, header));
  }

  proposing(actions: PackedAction[], { name = 'payout', header = {}, requested = BOTH } = {}): PackedAction {
    const trx = decode(packedTransaction, this.packed(actions, header));
    return act(MSIG, propose, { proposer: 'alice', proposal_name: name, requested, trx }, 'alice');
  }

  propose(units: bigint, name = 'payout'): void {
    this.push([this.proposing([this.payment(units)], { name })]);
  }

  approving(actor: string, hash?: string): PackedAction {
    const level = { actor, permission: 'active' };
    return act(
      MSIG,
      approve,
      { proposer: 'alice', proposal_name: 'payout', level, proposal_hash: hash },
      actor,
    );
  }

  unapproving(actor: string): PackedAction {
    const level = { actor, permission: 'active' };
    return act(MSIG, unapprove, { proposer: 'alice', proposal_name: 'payout', level }, actor);
  }

  executing(executer = 'bob'): PackedAction {
    return act(MSIG, exec, { proposer: 'alice', proposal_name: 'payout', executer }, executer);
  }

  cancelling(canceler: string): PackedAction {
    return act(MSIG, cancel, { proposer: 'alice', proposal_name: 'payout', canceler }, canceler);
  }

  why(action: PackedAction): string {
    return this.refusal([action]).message.replace('assertion failure with message: ', '');
  }
}

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
    expect(rowsOf(wallet.chain, MSIG, 'alice', proposal)).toEqual([]);
    expect(rowsOf(wallet.chain, MSIG, 'alice', approvals2)).toEqual([]);
    expect(wallet.why(wallet.executing())).toBe('proposal not found');
  });

  it('keeps the transaction exactly as it was proposed, and who was asked and agreed', () => {
    wallet.propose(7n);
    const [row] = rowsOf(wallet.chain, MSIG, 'alice', proposal);
    expect(row!.proposal_name).toBe('payout');
    expect(unpackTransaction(row!.packed_transaction).actions).toEqual([wallet.payment(7n)]);
    wallet.nextBlock();
    wallet.push([wallet.approving('bob', bytesToHex(sha256(row!.packed_transaction)))]);
    const [approvals] = rowsOf(wallet.chain, MSIG, 'alice', approvals2);
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
    wallet.push([act(MSIG, invalidate, { account: 'bob' }, 'bob')]);
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
        wallet.proposing([pay], { header: { delay_sec: 5 } }),
        'not allowed to `propose` a delayed transaction on this chain',
      ],
      [
        wallet.proposing([pay], { header: { context_free_actions: [{ ...pay, authorization: [] }] } }),
        'not allowed to `propose` a transaction with context-free actions',
      ],
      [wallet.approving('bob'), 'proposal not found'],
    ];
    for (const [action, why] of refused) expect(wallet.why(action)).toBe(why);
    wallet.propose(5n);
    expect(wallet.why(wallet.proposing([pay]))).toBe('proposal with the same name exists');
    expect(wallet.why(wallet.approving('bob', '0'.repeat(64)))).toBe('hash mismatch');
    expect(wallet.why(wallet.approving('carol'))).toMatch(/not on the list|declares authority/);
    const asAlice = { actor: 'alice', permission: 'active' };
    const forged = { proposer: 'alice', proposal_name: 'payout', level: asAlice, proposal_hash: undefined };
    expect(wallet.why(act(MSIG, approve, forged, 'bob'))).toBe('missing authority of alice/active');
    wallet.push([wallet.approving('bob')]);
    expect(wallet.why(wallet.approving('bob'))).toBe('approval is not on the list of requested approvals');
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
    const change = act(
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
