import { AnswerField } from './answer-fields';
import { EnumField } from './fields';

/** Networks that a tool call can name. */
export const NETWORKS = ['mainnet', 'testnet'] as const;

/** The networks there are. Source: docs/reference/rules.md, values. */
export type NetworkName = (typeof NETWORKS)[number];

/**
 * Placeholder schema of `network` before the networks of a deployment are known:
 * `withNetworks` puts the facts in its place.
 */
export const NETWORK_DESCRIPTION = 'get_chain_info says whether real funds are involved (real_funds)';

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

/**
 * A copy of `document` (a schema, or a document of schemas) in which `facts` about the networks of this
 * deployment stand wherever the description of `network` stands.
 */
export function withNetworks<T>(document: T, facts: string): T {
  return replaced(document, facts) as T;
}

function replaced(value: unknown, facts: string): unknown {
  // The document of the API names the default behind the description.
  if (typeof value === 'string' && value.startsWith(NETWORK_DESCRIPTION))
    return facts + value.slice(NETWORK_DESCRIPTION.length);
  if (Array.isArray(value)) return value.map((item) => replaced(item, facts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member, facts)]));
}
