import recordedProposals from './recorded-proposals.json';

const RECORDED: Readonly<Record<string, object>> = recordedProposals;

/**
 * The answer of a compose tool to its first example, recorded from a development chain by `npm run docs`; undefined for
 * other tools, whose answers have an example of their own in their schema.
 */
export const proposalExample = (tool: string): object | undefined => RECORDED[tool];
