import { fork } from 'node:child_process';
import path from 'node:path';

export interface ReadAction {
  readonly sequence: string;
  readonly receiver: string;
  readonly account: string;
  readonly name: string;
  /** Decoded by the reader, or hex. */
  readonly data: unknown;
}

export interface ReadRow {
  readonly present: boolean;
  readonly code: string;
  readonly scope: string;
  readonly table: string;
  readonly primaryKey: string;
  readonly payer: string;
  /** Decoded by the reader, or hex. */
  readonly value: unknown;
}

/** A block as a published reader gave it out. */
export interface ReadBlock {
  readonly num: number;
  readonly actions: readonly ReadAction[];
  readonly rows: readonly ReadRow[];
}

interface Source {
  readonly shipUrl: string;
  readonly url: string;
  readonly first: number;
  readonly last: number;
  /** Whose actions and rows the reader decodes, where it wants to know. */
  readonly contracts?: readonly string[];
}

/** Reads blocks with a published reader of state history, unmodified, in a process of its own. */
export async function readWith(
  reader: 'sequential-reader' | 'state-receiver',
  { shipUrl, url, first, last, contracts = [] }: Source,
): Promise<ReadBlock[]> {
  const file = path.join(__dirname, 'readers', `${reader}.mjs`);
  const child = fork(file, [shipUrl, url, String(first), String(last), ...contracts], {
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const blocks: ReadBlock[] = [];
  child.on('message', (block) => blocks.push(block as ReadBlock));
  await new Promise<void>((resolve, reject) => {
    child.once('close', (code) => {
      if (blocks.at(-1)?.num === last) resolve();
      else reject(new Error(`${reader} ended with ${String(code)}:\n${output}`));
    });
    // The readers keep timers: they do not end by themselves.
    child.once('disconnect', () => child.kill());
  });
  return blocks;
}
