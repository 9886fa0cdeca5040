const POLL_MS = 100;
const WITHIN_MS = 300_000;

/** Resolves when `isTrue` does to true. @throws Error that names the state when it never comes */
export async function until(state, isTrue) {
  for (const endMs = performance.now() + WITHIN_MS; !(await isTrue());) {
    if (performance.now() > endMs) throw new Error(`never came: ${state}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
