import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Between two looks at the files. */
const LOOK_MS = 2_000;
/** Until files that were not taken over are tried again. */
const AGAIN_MS = 10_000;

/**
 * Calls back once the contents of files are others than before, and the same at two looks: a file that is being written
 * is not read half. Contents are compared, so that an exchange of a symlink (a mounted ConfigMap) is seen as any other.
 */
export class FileWatch {
  #timer: NodeJS.Timeout | undefined;
  #seen: string | undefined;
  #settled: string | undefined;
  #againMs = Infinity;
  #isStopped = false;

  /** @param files those to look at now. @param onChange must not reject; false: it is called again with the same contents */
  constructor(
    private readonly files: () => readonly string[],
    private readonly onChange: () => Promise<boolean>,
  ) {}

  /** The contents of now count as known. */
  async start(): Promise<void> {
    this.#seen = this.#settled = await digestOf(this.files());
    this.#lookLater();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #lookLater(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#look().finally(() => this.#lookLater()), LOOK_MS).unref();
  }

  async #look(): Promise<void> {
    const now = await digestOf(this.files());
    const isStable = now === this.#seen;
    this.#seen = now;
    const isDue = now !== this.#settled || performance.now() >= this.#againMs;
    if (!isStable || !isDue || this.#isStopped) return;
    this.#settled = now;
    // Contents that change while they are taken over are another change, at the next looks.
    this.#againMs = (await this.onChange()) ? Infinity : performance.now() + AGAIN_MS;
  }
}

/** Hash of all contents. A file that cannot be read is a content of its own. */
async function digestOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    const contents = await readFile(file).catch(() => 'cannot be read');
    hash.update(`${file}:${contents.length}:`).update(contents);
  }
  return hash.digest('hex');
}
