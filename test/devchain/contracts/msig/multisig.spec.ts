import { bytesToHex, type PackedAction, sha256, unpackTransaction } from '@app/antelope';
import { approvalsTable, proposalsTable } from '../../../../apps/devchain/src/contracts/msig/tables';
import { approve, invalidate } from '../../../../apps/devchain/src/contracts/msig/signatures';
import { updateauth } from '../../../../apps/devchain/src/kernel/sdk/native-actions';
import { actionOf } from '../../../../apps/devchain/src/client/action';
import { MULTISIG } from '../../../../apps/devchain/src/contracts/shared/account-names';
import { BLOCK_INTERVAL_MS } from '../../../../apps/devchain/src/kernel/blocks/slots';
import { APPROVERS, SharedWallet } from './support/shared-wallet';

describe('multisig', () => {
  let wallet: SharedWallet;
  beforeEach(() => {
    wallet = new SharedWallet();
  });

  it('multisig executes a proposal only after all requested approvals', () => {
    expect(() => wallet.push([wallet.paymentAction(5n)], { keys: [wallet.key('carol')] })).toThrow(
      'declares authority',
    );
    wallet.proposePayment(5n);
    expect(wallet.refusalMessage(wallet.executeAction())).toBe('transaction authorization failed');
    wallet.push([wallet.approveAction('alice')]);
    expect(wallet.refusalMessage(wallet.executeAction())).toBe('transaction authorization failed');
    wallet.push([wallet.approveAction('bob')]);
    const trace = wallet.push([wallet.executeAction()]);
    const paid = trace.actionTraces.filter(({ act: { account } }) => account === 'btc.token');
    expect(paid.map(({ receiver }) => receiver)).toEqual(['btc.token', 'carol', 'bob']);
    expect(paid[0]!.act.authorization).toEqual([{ actor: 'carol', permission: 'active' }]);
    expect(wallet.client.rows(MULTISIG, 'alice', proposalsTable)).toEqual([]);
    expect(wallet.client.rows(MULTISIG, 'alice', approvalsTable)).toEqual([]);
    expect(wallet.refusalMessage(wallet.executeAction())).toBe('proposal not found');
  });

  it('multisig stores the proposed transaction byte for byte, and requested and provided approvals', () => {
    wallet.proposePayment(7n);
    const [row] = wallet.client.rows(MULTISIG, 'alice', proposalsTable);
    expect(row!.proposal_name).toBe('payout');
    expect(unpackTransaction(row!.packed_transaction).actions).toEqual([wallet.paymentAction(7n)]);
    wallet.nextBlock();
    wallet.push([wallet.approveAction('bob', bytesToHex(sha256(row!.packed_transaction)))]);
    const [approvals] = wallet.client.rows(MULTISIG, 'alice', approvalsTable);
    expect(approvals!.version).toBe(1);
    expect(approvals!.requested_approvals).toEqual([{ level: APPROVERS[0], time: 0 }]);
    expect(approvals!.provided_approvals).toEqual([
      { level: APPROVERS[1], time: wallet.chain.head().timeMs + BLOCK_INTERVAL_MS },
    ]);
  });

  it('multisig revokes single approvals, or all of an account', () => {
    wallet.proposePayment(5n);
    wallet.push([wallet.approveAction('alice')], {});
    wallet.push([wallet.approveAction('bob')]);
    wallet.push([wallet.unapproveAction('bob')]);
    expect(wallet.refusalMessage(wallet.executeAction())).toBe('transaction authorization failed');
    expect(wallet.refusalMessage(wallet.unapproveAction('bob'))).toBe('no approval previously granted');
    wallet.push([wallet.approveAction('bob')]);
    wallet.nextBlock();
    wallet.push([actionOf(MULTISIG, invalidate, { account: 'bob' }, 'bob')]);
    expect(wallet.refusalMessage(wallet.executeAction())).toBe('transaction authorization failed');
    wallet.nextBlock();
    wallet.push([wallet.unapproveAction('bob')]);
    wallet.push([wallet.approveAction('bob')]);
    wallet.push([wallet.executeAction()]);
  });

  it('multisig lets the proposer cancel, and any account after expiration', () => {
    wallet.proposePayment(5n);
    expect(wallet.refusalMessage(wallet.cancelAction('bob'))).toBe('cannot cancel until expiration');
    wallet.push([wallet.cancelAction('alice')]);
    wallet.proposePayment(6n);
    wallet.push([wallet.approveAction('alice')]);
    wallet.push([wallet.approveAction('bob')]);
    wallet.nextBlock(200);
    expect(wallet.refusalMessage(wallet.executeAction())).toBe('transaction expired');
    wallet.push([wallet.cancelAction('bob')]);
    expect(wallet.refusalMessage(wallet.cancelAction('alice'))).toBe('proposal not found');
  });

  it('multisig refuses proposals that cannot be executed and actions of unauthorized accounts', () => {
    const pay = wallet.paymentAction(5n);
    const refused: [PackedAction, string][] = [
      [wallet.proposeAction([pay], { requested: [APPROVERS[0]!] }), 'transaction authorization failed'],
      [wallet.proposeAction([pay], { header: { expiration: '2026-03-01T11:00:00' } }), 'transaction expired'],
      [
        wallet.proposeAction([pay], { header: { context_free_actions: [{ ...pay, authorization: [] }] } }),
        'not allowed to `propose` a transaction with context-free actions',
      ],
      [wallet.approveAction('bob'), 'proposal not found'],
    ];
    for (const [action, why] of refused) expect(wallet.refusalMessage(action)).toBe(why);
    wallet.proposePayment(5n);
    expect(wallet.refusalMessage(wallet.proposeAction([pay]))).toBe('proposal with the same name exists');
    expect(wallet.refusal([wallet.approveAction('bob', '0'.repeat(64))])).toMatchObject({
      message: 'hash mismatch',
      kind: 'crypto_api_exception',
      code: 3230001,
    });
    expect(wallet.refusalMessage(wallet.approveAction('carol'))).toMatch(
      /not on the list|declares authority/,
    );
    const asAlice = { actor: 'alice', permission: 'active' };
    const forged = { proposer: 'alice', proposal_name: 'payout', level: asAlice, proposal_hash: undefined };
    expect(wallet.refusalMessage(actionOf(MULTISIG, approve, forged, 'bob'))).toBe(
      'missing authority of alice/active',
    );
    wallet.push([wallet.approveAction('bob')]);
    expect(wallet.refusalMessage(wallet.approveAction('bob'))).toBe(
      'approval is not on the list of requested approvals',
    );
  });

  it('multisig accepts a permission as often as it was requested', () => {
    const requested = [...APPROVERS, APPROVERS[0]!];
    wallet.push([wallet.proposeAction([wallet.paymentAction(5n)], { requested })]);
    wallet.push([wallet.approveAction('alice')]);
    wallet.push([wallet.approveAction('alice')], {});
    expect(wallet.refusalMessage(wallet.approveAction('alice'))).toBe(
      'approval is not on the list of requested approvals',
    );
    wallet.push([wallet.unapproveAction('alice')]);
    wallet.push([wallet.approveAction('bob')]);
    const [row] = wallet.client.rows(MULTISIG, 'alice', approvalsTable);
    expect(row!.provided_approvals.map(({ level }) => level.actor)).toEqual(['alice', 'bob']);
    wallet.push([wallet.executeAction()]);
  });

  it('multisig records the time of a revoked approval', () => {
    wallet.proposePayment(5n);
    wallet.push([wallet.approveAction('bob')]);
    wallet.nextBlock(3);
    wallet.push([wallet.unapproveAction('bob')]);
    const [row] = wallet.client.rows(MULTISIG, 'alice', approvalsTable);
    expect(row!.requested_approvals).toEqual([
      { level: APPROVERS[0], time: 0 },
      { level: APPROVERS[1], time: wallet.blockMs },
    ]);
  });

  it('multisig executes a proposal until the end of the second of its expiration', () => {
    const expiration = '2026-03-01T12:00:20';
    const last = Date.parse(`${expiration}Z`) + BLOCK_INTERVAL_MS;
    wallet.proposePayment(5n, { expiration });
    wallet.push([wallet.approveAction('alice')]);
    wallet.push([wallet.approveAction('bob')]);
    wallet.produceBlockAt(last - BLOCK_INTERVAL_MS);
    expect(wallet.blockMs).toBe(last);
    expect(wallet.refusalMessage(wallet.cancelAction('bob'))).toBe('cannot cancel until expiration');
    wallet.push([wallet.executeAction()]);
    wallet.push([wallet.proposeAction([wallet.paymentAction(6n)], { header: { expiration } })]);
    wallet.nextBlock();
    expect(wallet.refusalMessage(wallet.executeAction())).toBe('transaction expired');
    expect(
      wallet.refusalMessage(
        wallet.proposeAction([wallet.paymentAction(7n)], { name: 'late', header: { expiration } }),
      ),
    ).toBe('transaction expired');
    wallet.push([wallet.cancelAction('bob')]);
  });

  it('multisig fails like the chain for a missing permission', () => {
    const pay = wallet.paymentAction(5n);
    const ghost = { ...pay, authorization: [{ actor: 'carol', permission: 'nosuch' }] };
    const { kind } = wallet.refusal([wallet.proposeAction([ghost])]);
    expect(kind).toBe('permission_query_exception');
  });

  it('multisig reverts all changes when one of the proposed actions fails', () => {
    wallet.proposePayment(10n ** 18n);
    wallet.push([wallet.approveAction('alice')]);
    wallet.push([wallet.approveAction('bob')]);
    const before = wallet.chain.stateDigest();
    expect(wallet.refusalMessage(wallet.executeAction())).toBe('overdrawn balance');
    expect(wallet.chain.stateDigest()).toBe(before);
  });

  it('multisig refuses a proposal of an action that the requested permission is not linked to', () => {
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
    expect(wallet.refusalMessage(wallet.proposeAction([change], { requested: agent }))).toBe(
      'transaction authorization failed',
    );
  });
});
