import { bytesToHex, nameFromValue } from '@app/antelope';
import { Inject, Injectable } from '@nestjs/common';
import { totalOfOne } from '../answers/envelope';
import { legacyTransaction } from '../answers/legacy-transaction';
import { transactionAction } from '../answers/transaction-document';
import { signatureOf } from '../answers/values';
import { Decoder } from '../decoding/decoder';
import { READER } from '../decoding/tokens';
import { Envelopes } from '../envelope/envelopes';
import { idOf } from '../parameters/action-members';
import { badRequest } from '../parameters/history-error';
import { BlockProver } from '../proofs/block-prover';
import type { HistoryReader } from '../store/port';
import type { TransactionActions } from '../store/records';

const EXECUTED = 'executed';

@Injectable()
export class TransactionsService {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly decoder: Decoder,
    private readonly envelopes: Envelopes,
    private readonly prover: BlockProver,
  ) {}

  /**
   * GET /v2/history/get_transaction. An unknown id is no error: the transaction may come.
   * @param withProof whether the answer proves that the block has the transaction
   */
  getTransaction(id: string, withProof: boolean): Promise<object> {
    const bytes = idOf('id', id);
    return this.envelopes.around(async ({ irreversibleNum }) => {
      const found = await this.reader.transaction(bytes);
      const actions = await this.decoder.actions(found?.actions ?? [], irreversibleNum);
      return {
        total: { value: actions.length, relation: 'eq' },
        executed: found?.status === EXECUTED,
        trx_id: bytesToHex(bytes),
        cached_lib: false,
        ...(found === undefined ? {} : { status: found.status, block_num: found.block.num }),
        actions: actions.map(({ record, decoded }) => transactionAction(record, decoded)),
        ...(withProof ? { proof: found === undefined ? null : await this.#proofOf(found) } : {}),
      };
    });
  }

  async #proofOf({ id, block }: TransactionActions): Promise<object> {
    const proofs = await this.prover.of(block);
    return { block_id: bytesToHex(block.id), ...proofs.of(id) };
  }

  /** GET /v2/history/check_transaction. */
  checkTransaction(id: string): Promise<object> {
    const bytes = idOf('id', id);
    return this.envelopes.around(async () => {
      const found = await this.reader.transaction(bytes);
      const [root] = found?.actions ?? [];
      return {
        total: totalOfOne(found !== undefined),
        id: bytesToHex(bytes),
        status: found?.status ?? 'unknown',
        ...(found === undefined
          ? {}
          : { block_num: found.block.num, signatures: found.signatures.map(signatureOf) }),
        ...(root === undefined
          ? {}
          : { root_action: { account: nameFromValue(root.account), name: nameFromValue(root.name) } }),
      };
    });
  }

  /** /v1/history/get_transaction. Clients read the refusal of an unknown id from a body with status 200. */
  async getLegacyTransaction(id: unknown): Promise<object> {
    const startedMs = performance.now();
    if (typeof id !== 'string' || id === '') throw badRequest("body should have required property 'id'");
    const bytes = idOf('id', id);
    const status = await this.reader.status();
    const found = await this.reader.transaction(bytes);
    const answer =
      found === undefined
        ? unknownTransaction(bytesToHex(bytes))
        : legacyTransaction(
            found,
            await this.decoder.asNodeos.actions(found.actions, status.irreversibleNum),
            status,
          );
    return { query_time_ms: Math.round(performance.now() - startedMs), ...answer };
  }
}

const unknownTransaction = (id: string): object => ({
  code: 500,
  message: 'Internal Service Error',
  error: {
    code: 3040011,
    name: 'tx_not_found',
    what: 'The transaction can not be found',
    details: [
      { message: `Transaction ${id} not found in history`, file: 'history', line_number: 0, method: '' },
    ],
  },
});
