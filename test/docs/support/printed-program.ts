import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..', '..');

/** Text of a page of the documentation, by its path below docs/. */
export const pageText = (page: string): string => readFileSync(path.join(ROOT, 'docs', page), 'utf8');

/**
 * A program that a page prints, with other texts instead of printed ones: the addresses of `npm start`, pauses.
 * @param language of the block
 * @param index among the blocks of the language
 */
export function printedProgram(
  page: string,
  replaced: Readonly<Record<string, string>>,
  { language = 'js', index = 0 } = {},
): string {
  const blocks = [...pageText(page).matchAll(/^```(\w+)\n([\s\S]+?\n)```$/gm)];
  const program = blocks.filter(([, of]) => of === language)[index]![2];
  return Object.entries(replaced).reduce((text, [printed, used]) => {
    if (!text.includes(printed)) throw new Error(`${page} does not print ${printed}`);
    return text.replaceAll(printed, used);
  }, program!);
}

/** A printed program that runs below a folder whose packages it imports. Default: the repository. */
export class RunningProgram {
  output = '';
  readonly #file: string;
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown[]>;

  /** @param name of its file; another run in the folder has a file of its own */
  constructor(name: string, program: string, folder = path.join(ROOT, '.cache')) {
    this.#file = path.join(folder, `${name}-${process.pid}.mjs`);
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, program);
    const env = { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1' };
    this.#child = spawn(process.execPath, [this.#file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#closed = once(this.#child, 'close');
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
  }

  /** Resolves when the output matches; rejects with the whole output when the program ends first. */
  async printed(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.output)) {
      const more = await Promise.race([
        once(this.#child.stdout!, 'data').then(() => true),
        this.#closed.then(() => false),
      ]);
      if (!more && !pattern.test(this.output)) throw new Error(`the program ended: ${this.output}`);
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Resolves with the exit code. */
  async ended(): Promise<unknown> {
    const [code] = await this.#closed;
    rmSync(this.#file);
    return code;
  }
}
