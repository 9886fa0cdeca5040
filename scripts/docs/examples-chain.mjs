// The development chain that examples are recorded from: the same in every run, and standing still.
import { compiled } from './compiled.mjs';

export const START_MS = Date.parse('2026-03-01T12:00:00Z');

/** @param options beside name and seed; @param now the time of the chain */
export function startExamplesChain(options, now = () => START_MS) {
  const { startDevchain } = compiled('apps/devchain/src/start-devchain');
  const { DEPLOYED_CONTRACTS } = compiled('apps/devchain/src/genesis/deployed-contracts');
  return startDevchain(
    { host: '127.0.0.1', port: 0, seed: 'examples', ...options },
    { now, blocks: 'manual', contracts: DEPLOYED_CONTRACTS },
  );
}
