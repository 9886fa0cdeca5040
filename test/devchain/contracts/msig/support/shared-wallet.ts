import { type PackedAction, packTransaction } from '@app/antelope';
import { msigContract } from '../../../../../apps/devchain/src/contracts/msig/contract';
import { proposalsTable } from '../../../../../apps/devchain/src/contracts/msig/tables';
import {
  approve,
  cancel,
  exec,
  propose,
  unapprove,
} from '../../../../../apps/devchain/src/contracts/msig/signatures';
import { packedTransaction } from '../../../../../apps/devchain/src/contracts/msig/transaction-type';
import { transfer } from '../../../../../apps/devchain/src/contracts/token/signatures';
import { decode } from '../../../../../apps/devchain/src/kernel/sdk/abi/abi-type';
import type { WaitWeight } from '../../../../../apps/devchain/src/kernel/sdk/authority';
import { updateauth } from '../../../../../apps/devchain/src/kernel/sdk/native-actions';
import { actionOf } from '../../../../../apps/devchain/src/client/action';
import { InProcessChain } from '../../../../harness/chain/in-process-chain';
import { MULTISIG } from '../../../../../apps/devchain/src/contracts/shared/account-names';
import { BLOCK_INTERVAL_MS } from '../../../../../apps/devchain/src/kernel/blocks/slots';

export const APPROVERS = [
  { actor: 'alice', permission: 'active' },
  { actor: 'bob', permission: 'active' },
];

/** A chain on which alice and bob together control the active permission of carol. */
export class SharedWallet extends InProcessChain {
  constructor() {
    super({ contracts: [msigContract] });
    this.requireApprovals({ threshold: 2 });
  }

  /** Sets the active permission of carol to these approvals and waits. */
  requireApprovals({ threshold, waits = [] }: { threshold: number; waits?: readonly WaitWeight[] }): void {
    const accounts = APPROVERS.map((permission) => ({ permission, weight: 1 }));
    const auth = { threshold, keys: [], waits, accounts };
    const change = { account: 'carol', permission: 'active', parent: 'owner', auth };
    this.push([actionOf('eosio', updateauth, change, 'carol@owner')], { keys: [this.key('carol')] });
    this.nextBlock();
  }

  /** Earliest execution time of the proposal; null while approvals are missing. */
  earliestExecutionMs(): number | null | undefined {
    return this.client.rows(MULTISIG, 'alice', proposalsTable)[0]!.earliest_exec_time;
  }

  /** Time of the pending block. */
  get blockMs(): number {
    return this.chain.head().timeMs + BLOCK_INTERVAL_MS;
  }

  /** Seals the open block and one at this time. */
  produceBlockAt(timeMs: number): void {
    this.chain.produceBlock();
    this.clock.advance(timeMs - this.clock.now());
    this.chain.produceBlock();
  }

  paymentAction(units: bigint): PackedAction {
    const quantity = { units, symbol: 'BTC', precision: 8 };
    return actionOf('btc.token', transfer, { from: 'carol', to: 'bob', quantity, memo: 'agreed' }, 'carol');
  }

  packed(actions: PackedAction[], header = {}): Uint8Array {
    return packTransaction(this.transaction(actions, header));
  }

  proposeAction(
    actions: PackedAction[],
    { name = 'payout', header = {}, requested = APPROVERS } = {},
  ): PackedAction {
    const trx = decode(packedTransaction, this.packed(actions, header));
    return actionOf(MULTISIG, propose, { proposer: 'alice', proposal_name: name, requested, trx }, 'alice');
  }

  proposePayment(units: bigint, header = {}): void {
    this.push([this.proposeAction([this.paymentAction(units)], { header })]);
  }

  /** Proposes a payment with a delay in seconds after its approval. */
  proposeDelayedPayment(delay: number, options = {}): void {
    const header = { delay_sec: delay, expiration: '2026-03-02T12:00:00' };
    this.push([this.proposeAction([this.paymentAction(5n)], { header, ...options })]);
  }

  approveAction(actor: string, hash?: string): PackedAction {
    const level = { actor, permission: 'active' };
    return actionOf(
      MULTISIG,
      approve,
      { proposer: 'alice', proposal_name: 'payout', level, proposal_hash: hash },
      actor,
    );
  }

  unapproveAction(actor: string): PackedAction {
    const level = { actor, permission: 'active' };
    return actionOf(MULTISIG, unapprove, { proposer: 'alice', proposal_name: 'payout', level }, actor);
  }

  executeAction(executer = 'bob'): PackedAction {
    return actionOf(MULTISIG, exec, { proposer: 'alice', proposal_name: 'payout', executer }, executer);
  }

  cancelAction(canceler: string): PackedAction {
    return actionOf(MULTISIG, cancel, { proposer: 'alice', proposal_name: 'payout', canceler }, canceler);
  }

  refusalMessage(action: PackedAction): string {
    return this.refusal([action]).message.replace('assertion failure with message: ', '');
  }
}
