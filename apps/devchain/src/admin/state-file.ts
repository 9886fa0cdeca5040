import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { DevchainSetupError } from '../settings';
import { seal, unseal } from './sealed-bytes';
import type { Snapshot } from './snapshots';

/** Increment the number when older files can no longer be read. */
const FORMAT = 'development chain state 3';
/** More than a chain of a few hours needs. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Properties that must be equal for a chain to continue from a file. */
export interface StateOrigin {
  readonly chainId: string;
  /** Id of the block that deployed the contracts; it differs with other ABIs. */
  readonly launchBlockId: string;
  /** The secondary indexes of all tables, whose keys are stored with the rows; ABIs do not list them. */
  readonly indexes: string;
  readonly hasSimulation: boolean;
}

interface StateContent extends StateOrigin {
  readonly snapshot: Snapshot;
}

/**
 * Stores one chain between two runs: `<name>.state` in a folder, which is created when missing. V8 serialization keeps
 * big integers, bytes and maps; it must only read files that this program wrote. A checksum detects damaged files.
 */
export class StateFile {
  readonly #path: string;

  /**
   * Throws DevchainSetupError when the folder cannot be written to or its disk is nearly full: at the start, because at
   * the end the chain would be lost.
   * @param freeBytes of the disk that holds a folder
   */
  constructor(
    folder: string,
    name: string,
    private readonly origin: StateOrigin,
    freeBytes: (folder: string) => number = freeBytesOf,
  ) {
    this.#path = path.join(folder, `${name}.state`);
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
    } catch (error) {
      throw new DevchainSetupError(`DEVCHAIN_STATE_DIR: cannot write to ${folder} (${reasonOf(error)})`);
    }
    // The new file is written beside the old one.
    const wanted = Math.max(LEAST_FREE_BYTES, 2 * this.#keptBytes());
    const free = freeBytes(folder);
    if (free < wanted)
      throw new DevchainSetupError(
        `DEVCHAIN_STATE_DIR: the disk of ${folder} has ${inMebibytes(free)} MiB left, and the chain needs ${inMebibytes(wanted)} MiB to be kept. Make room, or name another folder`,
      );
  }

  /** Undefined when there is no file yet. Throws DevchainSetupError for a file this chain cannot continue from. */
  read(): Snapshot | undefined {
    const bytes = this.#bytes();
    if (bytes === undefined) return undefined;
    const content = this.#content(bytes);
    const { chainId, launchBlockId, indexes, hasSimulation } = this.origin;
    if (content.chainId !== chainId)
      this.#refuse(`is of chain ${content.chainId}; this one is ${chainId}, by DEVCHAIN_SEED`);
    if (content.hasSimulation !== hasSimulation)
      this.#refuse(`was written with DEVCHAIN_SIMULATION=${content.hasSimulation ? 'on' : 'off'}`);
    if (content.launchBlockId !== launchBlockId || content.indexes !== indexes)
      this.#refuse('is of another version of the contracts');
    return content.snapshot;
  }

  /** Replaces the file atomically: a reader finds the old one or the new one. Throws DevchainSetupError. */
  write(snapshot: Snapshot): void {
    const content: StateContent = { ...this.origin, snapshot };
    const unfinished = `${this.#path}.${String(process.pid)}.tmp`;
    try {
      writeFileSync(unfinished, seal(FORMAT, serialize(content)), { flush: true });
      renameSync(unfinished, this.#path);
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw new DevchainSetupError(`DEVCHAIN_STATE_DIR: cannot write ${this.#path} (${reasonOf(error)})`);
    }
  }

  #bytes(): Buffer | undefined {
    try {
      return readFileSync(this.#path);
    } catch (error) {
      if (isMissing(error)) return undefined;
      return this.#refuse(`cannot be read (${reasonOf(error)})`);
    }
  }

  #content(bytes: Buffer): StateContent {
    const content = unseal(FORMAT, bytes);
    if (content === 'foreign')
      return this.#refuse('is not a state that this version of the development chain has written');
    if (content === 'damaged') return this.#refuse('is damaged: its checksum does not match its content');
    return deserialize(content) as StateContent;
  }

  #keptBytes(): number {
    return statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
  }

  #refuse(reason: string): never {
    throw new DevchainSetupError(
      `DEVCHAIN_STATE_DIR: ${this.#path} ${reason}. Remove it to start a new chain, or name another folder`,
    );
  }
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const inMebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0);

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
