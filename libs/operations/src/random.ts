import { randomInt } from 'node:crypto';

/** A random integer from 0 to `below` - 1; injected so that a test can choose it. */
export type RandomBelow = (below: number) => number;

/** The machine's own randomness. */
export const systemRandom: RandomBelow = (below) => randomInt(below);
