import { type Abi, abiHash, parseAbi } from '@app/antelope';
import type { AccountState } from './account-state';

export interface AbiRecord {
  raw: Uint8Array;
  /** SHA-256 over `raw`, hex. */
  hash: string;
  parsed: Abi;
}

/** Parsed ABIs, one for each account, until the account's ABI is another. */
export class AbiCache {
  readonly #records = new Map<string, AbiRecord>();

  /** Undefined for an account without ABI. */
  of({ name, abi }: AccountState): AbiRecord | undefined {
    if (abi.length === 0) return undefined;
    const known = this.#records.get(name);
    if (known?.raw === abi) return known;
    const record = { raw: abi, hash: abiHash(abi), parsed: parseAbi(abi) };
    this.#records.set(name, record);
    return record;
  }
}
