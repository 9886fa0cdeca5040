import { AnswerField, EnumField } from '@app/tooling';

/** Networks that a tool call can name. */
export const NETWORKS = ['mainnet', 'testnet'] as const;

/** The networks there are. Source: docs/reference/rules.md, values. */
export type NetworkName = (typeof NETWORKS)[number];

/** Placeholder of what the networks of the deployment are. */
const NETWORK_DESCRIPTION = '{{networks}}';

/** The field every tool takes; every input extends it, and is it for tools without fields of their own. */
export class NetworkInput {
  @EnumField(NETWORKS, { description: NETWORK_DESCRIPTION })
  network: NetworkName = 'mainnet';
}

/** The member every answer carries; every answer extends it. */
export class NetworkAnswer {
  @AnswerField({
    type: 'string',
    enum: NETWORKS,
    description: 'The network that answered',
    example: 'mainnet',
  })
  network!: NetworkName;
}
