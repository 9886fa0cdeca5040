// Tools that are made once, each in a folder of .cache/tools.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { alone } from './setup-lock.mjs';
import { giveUp, step } from './terminal.mjs';

/**
 * Resolves when the tool is there; throws what `make` throws.
 * @param home its folder, which gets its name when it is complete
 * @param name of its lock: another process waits
 * @param title of the step
 * @param make makes it in an empty folder, whose path it gets
 */
export async function makeCached({ home, name, title, isThere = () => existsSync(home) }, make) {
  const unfinished = `${home}.unfinished`;
  const work = async () => {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    await make(unfinished);
    rmSync(home, { recursive: true, force: true });
    renameSync(unfinished, home);
  };
  if (!isThere()) await alone(() => (isThere() ? undefined : step(`${title} (once)`, work)), name);
}

/**
 * The same; ends the script where it cannot be made.
 * @param failure the beginning of the message when it fails, before `advice`
 */
export async function ensureCached({ failure, advice, ...tool }, make) {
  try {
    await makeCached(tool, make);
  } catch (error) {
    giveUp([`${failure}: ${error.stderr || error.message}`, advice].filter(Boolean).join('\n'));
  }
}
