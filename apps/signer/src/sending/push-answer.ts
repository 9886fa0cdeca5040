import type { PushTransactionAnswer } from '@app/client';

/** Members of a receipt that the gateway states. */
export interface StatedOutcome {
  readonly block_num: number | null;
  readonly finality: string | null;
}

const FINALITIES: readonly unknown[] = ['speculative', 'in_block', 'irreversible'];
const LAST_BLOCK_NUM = 2 ** 32 - 1;

/**
 * Block and finality that an answer to a push states, in the form of the API: they go into the log, which is kept permanently,
 * and to the model. Another form is null, and no other member is looked at.
 */
export function statedOutcome({
  block_num,
  finality,
}: Pick<PushTransactionAnswer, 'block_num' | 'finality'>): StatedOutcome {
  const isBlockNum =
    Number.isInteger(block_num) && Number(block_num) > 0 && Number(block_num) <= LAST_BLOCK_NUM;
  return {
    block_num: isBlockNum ? block_num : null,
    finality: FINALITIES.includes(finality) ? finality : null,
  };
}
