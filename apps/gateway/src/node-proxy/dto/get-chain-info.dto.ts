import { NetworkAnswer, NetworkInput } from '@app/chain-tools';
import { AnswerField } from '@app/tooling';

export class GetChainInfoInput extends NetworkInput {}

export class GetChainInfoAnswer extends NetworkAnswer {
  @AnswerField({
    type: 'boolean',
    description: 'Whether the tokens of this network are worth money; false on test and development chains',
    example: false,
  })
  real_funds!: boolean;

  @AnswerField({
    type: 'string',
    description: 'Id of the chain',
    example: '8a34ec7df1b8cd06ff4a8abbaa7cc50300823350cadc59ab296cb00d104d2b8f',
  })
  chain_id!: string;

  @AnswerField({ type: 'integer', description: 'Number of the newest block', example: 4711 })
  head_block_num!: number;

  @AnswerField({
    type: 'string',
    description: 'Id of the newest block',
    example: '00001267b5d7a9c1e3f5071928374655a4b3c2d1e0f9e8d7c6b5a49382716050',
  })
  head_block_id!: string;

  @AnswerField({
    type: 'string',
    description: 'Time of the newest block',
    example: '2026-11-21T12:00:00.500Z',
  })
  head_block_time!: string;

  @AnswerField({ type: 'string', description: 'Who produced the newest block', example: 'eosio' })
  head_block_producer!: string;

  @AnswerField({ type: 'integer', description: 'Newest block that no fork can undo', example: 4705 })
  last_irreversible_block_num!: number;

  @AnswerField({ type: 'string', description: 'Version of the node software', example: 'v5.0.3' })
  server_version!: string;
}
