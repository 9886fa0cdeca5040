const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How far the newest block is behind the service's own clock, in words: "the chain's head is 35 min behind
 * this machine's clock". Whole seconds below two minutes, minutes below two hours, hours above; rounded down.
 */
export function headAgeText(headTimeMs: number, nowMs: number): string {
  return `the chain's head is ${durationText(nowMs - headTimeMs)} behind this machine's clock`;
}

/** How far a node's newest block is behind that of another node, in words. */
export function behindText(behindMs: number): string {
  return `its head is ${durationText(behindMs)} behind that of another node`;
}

/** How far a node's newest block is ahead of those of the other nodes, in words. */
export function aheadText(aheadMs: number): string {
  return `its head is ${durationText(aheadMs)} ahead of the other nodes`;
}

function durationText(ms: number): string {
  if (ms < 2 * MINUTE_MS) return `${Math.floor(ms / 1000)} s`;
  return ms < 2 * HOUR_MS ? `${Math.floor(ms / MINUTE_MS)} min` : `${Math.floor(ms / HOUR_MS)} h`;
}
