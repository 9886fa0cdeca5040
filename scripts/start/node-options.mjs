/**
 * A few requests a second make little garbage. The small young generation saves 90 MiB of 620 in all for 5 % more CPU
 * until ready, and code that is made for its size 45 MiB of 200 of the history node, which answers the fewest requests.
 */
const FEW_REQUESTS = ['--max-semi-space-size=2'];
const FEWEST_REQUESTS = [...FEW_REQUESTS, '--optimize-for-size'];
/**
 * MiB of objects before the first full collection of a thread. Made for its size, V8 would make seven of them while both
 * heaps of the history node grow to the 24 MB that they need: 8 % of its CPU until ready.
 */
const GROWS_FIRST = '--initial-old-space-size=32';

/** Flags that programs set themselves (libs/operations/src/allocation.ts): compiled code is kept for those of a start. */
const YOUNG = '--no-allocation-site-pretenuring';
const BUFFERS = '--external-memory-accounted-in-global-limit';

/** Options of Node for each program of `npm start`. */
export const NODE_OPTIONS = {
  devchain: FEW_REQUESTS,
  gateway: [...FEW_REQUESTS, YOUNG, BUFFERS],
  history: [...FEWEST_REQUESTS, GROWS_FIRST, YOUNG],
};
