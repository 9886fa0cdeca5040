import { AnswerField } from '@app/tooling';
import { NetworkAnswer } from './network-input';

/** The members of every answer that is made of several reads of one block. */
export class HeadAnswer extends NetworkAnswer {
  @AnswerField({
    type: 'integer',
    nullable: true,
    description:
      'Block that everything here was read at, if each node address is one node, not in speculative mode. Null: blocks ' +
      'came between the reads, or another node answered a part, each time; what moved meanwhile, as a filled order, ' +
      'may count twice or not at all. Ask again',
    example: 4711,
  })
  head_block_num!: number | null;
}
