// Twenty-four simulated hours of life, a block every half minute: time, memory and what the chain holds.
import { createRequire } from 'node:module';
import { cpuSeconds, residentMiB } from './machine.mjs';

const require = createRequire(import.meta.url);
const devchain = (file) => require(`../../dist/devchain/apps/devchain/src/${file}.js`);
const { createDevelopmentChain } = devchain('genesis/genesis');
const { DEPLOYED_CONTRACTS } = devchain('genesis/deployed-contracts');
const { Life } = devchain('life/life');

const BETWEEN_BLOCKS_MS = 30_000;
const BLOCKS_AN_HOUR = 120;
let nowMs = Date.parse('2026-03-01T12:00:00Z');
const now = () => nowMs;

export { cpuSeconds, residentMiB };
