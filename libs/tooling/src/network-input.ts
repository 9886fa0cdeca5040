import { AnswerField } from './answer-fields';
import { EnumField } from './fields';

export const NETWORKS = ['mainnet', 'testnet'] as const;

/** The networks there are. Source: docs/rules.md, values. */
export type Network = (typeof NETWORKS)[number];

/** The field every tool takes; every input extends it, and is it for tools without fields of their own. */
export class NetworkInput {
  @EnumField(NETWORKS, { description: 'mainnet uses real funds; testnet is a free test chain' })
  network: Network = 'mainnet';
}

/** The member every answer carries; every answer extends it. */
export class NetworkAnswer {
  @AnswerField({
    type: 'string',
    enum: NETWORKS,
    description: 'The network that answered',
    example: 'mainnet',
  })
  network!: Network;
}
