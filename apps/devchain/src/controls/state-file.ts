import { accessSync, constants, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { DevchainSetupError } from '../settings';
import type { Snapshot } from './snapshots';

/** Another one whenever a file of before can no longer be read. */
const FORMAT = 'development chain state 1';

/** What must be equal for a chain to go on from a file. */
export interface StateOrigin {
  readonly chainId: string;
  /** Id of the block that brought the contracts: with other ABIs it is another one. */
  readonly launchBlockId: string;
  /** The secondary indexes of all tables, whose keys are kept with the rows; no ABI tells them. */
  readonly indexes: string;
  readonly hasLife: boolean;
}

interface StateContent extends StateOrigin {
  readonly format: string;
  readonly snapshot: Snapshot;
}

/**
 * One chain between two runs: `<name>.state` in a folder, which is made when it is not there. V8's own serialization
 * keeps big integers, bytes and maps as they are; it is for the program that wrote it, not for strangers' files.
 */
export class StateFile {
  private readonly path: string;

  /** Throws DevchainSetupError when the folder cannot be written to: better now than at the end. */
  constructor(
    folder: string,
    name: string,
    private readonly origin: StateOrigin,
  ) {
    this.path = path.join(folder, `${name}.state`);
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
    } catch (error) {
      throw new DevchainSetupError(`DEVCHAIN_STATE_DIR: cannot write to ${folder} (${reasonOf(error)})`);
    }
  }

  /** Undefined when there is no file yet. Throws DevchainSetupError for one this chain cannot go on from. */
  read(): Snapshot | undefined {
    const bytes = this.bytes();
    if (bytes === undefined) return undefined;
    const content = this.content(bytes);
    const { chainId, launchBlockId, indexes, hasLife } = this.origin;
    if (content.chainId !== chainId)
      this.refuse(`is of chain ${content.chainId}; this one is ${chainId}, by DEVCHAIN_SEED`);
    if (content.hasLife !== hasLife)
      this.refuse(`was written with DEVCHAIN_LIFE=${content.hasLife ? 'on' : 'off'}`);
    if (content.launchBlockId !== launchBlockId || content.indexes !== indexes)
      this.refuse('is of another version of the contracts');
    return content.snapshot;
  }

  /** Replaces the file as a whole: whoever reads it finds the old one or the new one. Throws DevchainSetupError. */
  write(snapshot: Snapshot): void {
    const content: StateContent = { format: FORMAT, ...this.origin, snapshot };
    const unfinished = `${this.path}.${String(process.pid)}.tmp`;
    try {
      writeFileSync(unfinished, serialize(content));
      renameSync(unfinished, this.path);
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw new DevchainSetupError(`DEVCHAIN_STATE_DIR: cannot write ${this.path} (${reasonOf(error)})`);
    }
  }

  private bytes(): Buffer | undefined {
    try {
      return readFileSync(this.path);
    } catch (error) {
      if (isMissing(error)) return undefined;
      return this.refuse(`cannot be read (${reasonOf(error)})`);
    }
  }

  private content(bytes: Buffer): StateContent {
    const value = deserialized(bytes);
    return isContent(value)
      ? value
      : this.refuse('is not a state that this version of the development chain has written');
  }

  private refuse(reason: string): never {
    throw new DevchainSetupError(
      `DEVCHAIN_STATE_DIR: ${this.path} ${reason}. Remove it to begin anew, or name another folder`,
    );
  }
}

/** Undefined for bytes that are no serialized value at all. */
function deserialized(bytes: Buffer): unknown {
  try {
    return deserialize(bytes);
  } catch {
    return undefined;
  }
}

function isContent(value: unknown): value is StateContent {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT;
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
