import { decodeType, nameToValue } from '@app/antelope';
import { Serializer } from '@wharfkit/antelope';
import { msigContract } from '../../../../apps/devchain/src/contracts/msig/contract';
import { proposalsTable } from '../../../../apps/devchain/src/contracts/msig/tables';
import { invalidate } from '../../../../apps/devchain/src/contracts/msig/signatures';
import { newaccount } from '../../../../apps/devchain/src/kernel/sdk/native-actions';
import { actionOf } from '../../../../apps/devchain/src/client/action';
import { MULTISIG } from '../../../../apps/devchain/src/contracts/shared/account-names';
import { BLOCK_INTERVAL_MS } from '../../../../apps/devchain/src/kernel/blocks/slots';
import { APPROVERS, SharedWallet } from './support/shared-wallet';

describe('proposals with a delay', () => {
  let wallet: SharedWallet;
  beforeEach(() => {
    wallet = new SharedWallet();
  });

  it('a delayed proposal executes no earlier than its delay after the last required approval', () => {
    wallet.proposeDelayedPayment(10);
    expect(wallet.earliestExecutionMs()).toBeNull();
    wallet.push([wallet.approveAction('alice')]);
    expect(wallet.earliestExecutionMs()).toBeNull();
    expect(wallet.refusalMessage(wallet.executeAction())).toBe('transaction authorization failed');
    wallet.nextBlock(5);
    const earliest = wallet.blockMs + 10_000;
    wallet.push([wallet.approveAction('bob')]);
    expect(wallet.earliestExecutionMs()).toBe(earliest);
    expect(wallet.refusalMessage(wallet.executeAction())).toBe('too early to execute');
    wallet.produceBlockAt(earliest - 1_000);
    expect(wallet.refusalMessage(wallet.executeAction())).toBe('too early to execute');
    wallet.nextBlock();
    wallet.push([wallet.executeAction()]);
    expect(wallet.client.rows(MULTISIG, 'alice', proposalsTable)).toEqual([]);
  });

  it('a delayed proposal restarts its delay after approvals were missing, not for an additional one', () => {
    wallet.requireApprovals({ threshold: 1 });
    wallet.proposeDelayedPayment(10);
    const first = wallet.blockMs;
    wallet.push([wallet.approveAction('alice')]);
    wallet.nextBlock(4);
    wallet.push([wallet.approveAction('bob')]);
    expect(wallet.earliestExecutionMs()).toBe(first + 10_000);
    wallet.push([wallet.unapproveAction('alice')]);
    expect(wallet.earliestExecutionMs()).toBe(first + 10_000);
    wallet.push([wallet.unapproveAction('bob')]);
    expect(wallet.earliestExecutionMs()).toBeNull();
    wallet.nextBlock(4);
    const again = wallet.blockMs;
    wallet.push([wallet.approveAction('alice')]);
    expect(wallet.earliestExecutionMs()).toBe(again + 10_000);
  });

  it('a delayed proposal keeps its time when approvals are invalidated, and needs them all again', () => {
    wallet.proposeDelayedPayment(10);
    wallet.push([wallet.approveAction('alice')]);
    wallet.push([wallet.approveAction('bob')]);
    const earliest = wallet.earliestExecutionMs()!;
    wallet.nextBlock();
    wallet.push([actionOf(MULTISIG, invalidate, { account: 'bob' }, 'bob')]);
    expect(wallet.earliestExecutionMs()).toBe(earliest);
    wallet.produceBlockAt(earliest + 1_000);
    expect(wallet.refusalMessage(wallet.executeAction())).toBe('transaction authorization failed');
    wallet.push([wallet.unapproveAction('bob')]);
    expect(wallet.earliestExecutionMs()).toBeNull();
    const again = wallet.blockMs;
    wallet.push([wallet.approveAction('bob')]);
    expect(wallet.earliestExecutionMs()).toBe(again + 10_000);
  });

  it('a delayed proposal never executes without a new approval; one without a delay does', () => {
    wallet.proposeDelayedPayment(10);
    wallet.push([wallet.approveAction('alice')]);
    wallet.requireApprovals({ threshold: 1 });
    wallet.nextBlock(40);
    expect(wallet.refusalMessage(wallet.executeAction())).toBe(
      'old proposals are not allowed to have non-zero `delay_sec`; cancel and retry',
    );
    wallet.push([wallet.cancelAction('alice')]);
    wallet.requireApprovals({ threshold: 2 });
    wallet.proposePayment(5n);
    wallet.push([wallet.approveAction('alice')]);
    wallet.requireApprovals({ threshold: 1 });
    expect(wallet.earliestExecutionMs()).toBeNull();
    wallet.push([wallet.executeAction()]);
  });

  it('a delayed proposal satisfies the waits of a permission', () => {
    wallet.requireApprovals({ threshold: 2, waits: [{ wait_sec: 60, weight: 1 }] });
    const requested = [APPROVERS[0]!];
    const short = wallet.proposeAction([wallet.paymentAction(5n)], { requested, header: { delay_sec: 59 } });
    expect(wallet.refusalMessage(short)).toBe('transaction authorization failed');
    wallet.proposeDelayedPayment(60, { requested });
    const earliest = wallet.blockMs + 60_000;
    wallet.push([wallet.approveAction('alice')]);
    expect(wallet.earliestExecutionMs()).toBe(earliest);
    wallet.produceBlockAt(earliest - BLOCK_INTERVAL_MS);
    wallet.push([wallet.executeAction()]);
  });

  it('a proposed transaction with a delay of the maximum length satisfies every wait', () => {
    const { max_transaction_delay: most } = wallet.chain.config();
    const requested = [APPROVERS[0]!];
    const slow = {
      threshold: 2,
      keys: [],
      accounts: [{ permission: APPROVERS[0]!, weight: 1 }],
      waits: [{ wait_sec: most + 1, weight: 1 }],
    };
    const account = { creator: 'alice', name: 'dave', owner: slow, active: slow };
    wallet.push([actionOf('eosio', newaccount, account, 'alice')]);
    const payment = { ...wallet.paymentAction(5n), authorization: [{ actor: 'dave', permission: 'active' }] };
    const proposing = (delay: number) =>
      wallet.proposeAction([payment], { requested, header: { delay_sec: delay } });
    expect(wallet.refusalMessage(proposing(most - 1))).toBe('transaction authorization failed');
    wallet.push([proposing(most)]);
  });

  it('a delayed proposal expires like one without a delay', () => {
    wallet.push([wallet.proposeAction([wallet.paymentAction(5n)], { header: { delay_sec: 3600 } })]);
    wallet.push([wallet.approveAction('alice')]);
    wallet.push([wallet.approveAction('bob')]);
    wallet.produceBlockAt(wallet.earliestExecutionMs()! + 1_000);
    expect(wallet.refusalMessage(wallet.executeAction())).toBe('transaction expired');
  });

  it('a proposed transaction with a delay has the same row encoding as eosio.msig', () => {
    const { abi } = msigContract;
    const fields = (name: string) => abi.structs.find((struct) => struct.name === name)!.fields;
    expect(fields('proposal').map(({ type }) => type)).toEqual(['name', 'bytes', 'time_point?$']);
    expect(fields('approve').at(-1)).toEqual({ name: 'proposal_hash', type: 'checksum256$' });
    wallet.proposeDelayedPayment(10);
    const shown = (): unknown => {
      const [row] = wallet.chain.table(MULTISIG, nameToValue('alice'), 'proposal')!.rows();
      const { value } = row!;
      const byWharfkit = Serializer.objectify(Serializer.decode({ data: value, type: 'proposal', abi })) as {
        earliest_exec_time: unknown;
      };
      const ours = decodeType(abi, 'proposal', value) as typeof byWharfkit;
      expect(byWharfkit.earliest_exec_time).toEqual(ours.earliest_exec_time);
      return ours.earliest_exec_time;
    };
    expect(shown()).toBeNull();
    wallet.push([wallet.approveAction('alice')]);
    wallet.push([wallet.approveAction('bob')]);
    expect(shown()).toBe(new Date(wallet.earliestExecutionMs()!).toISOString().slice(0, -1));
  });
});
