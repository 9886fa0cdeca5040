// Progress and failures of the setup, on standard error: standard output is reserved for the product.

const REDRAW_MS = 1000;
const REPEAT_MS = 30_000;

let isQuiet = false;
/** Suppresses progress from now on. Failures are still printed. */
export function silenceProgress() {
  isQuiet = true;
}

export const say = (text) => process.stderr.write(`${text}\n`);

/** Ends the script with a readable message, without a stack trace. */
export function giveUp(message) {
  say(`\n${message}`);
  process.exit(1);
}

/** Runs one long step and shows how long it has taken: one updated line in a terminal, plain lines elsewhere. */
export async function step(title, work) {
  if (isQuiet) return work();
  const startedAt = performance.now();
  const elapsed = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
  const { isTTY } = process.stderr;
  const draw = () => process.stderr.write(isTTY ? `\r\x1b[K${title} ... ${elapsed()}` : `${title} ...\n`);
  draw();
  const again = isTTY ? draw : () => say(`${title} ... ${elapsed()}`);
  const timer = setInterval(again, isTTY ? REDRAW_MS : REPEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    process.stderr.write(`${isTTY ? '\r\x1b[K' : ''}${title}: ${elapsed()}\n`);
  }
}
