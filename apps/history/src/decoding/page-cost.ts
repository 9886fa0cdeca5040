import { type Json, type ReadCost, ValueError } from '@app/antelope';
import type { AbiBudget } from './abi-cache';
import { MAX_ROW_FIELDS, MAX_SMALL_FIELDS } from './row-budget';

/** Characters of the decoded values of a page: with its other members it is less than a gateway reads, 8 MiB. */
export const MAX_PRINTED = 7 * 1024 * 1024;
/** Bytes of the ABIs that are parsed for a page: 0.6 s, and 120 MiB of memory while the page is made. */
const MAX_ABI_BYTES = 8 * 1024 * 1024;
/** Most characters of one field besides its bytes: 32 of its name, or of a part of a longer one, escaped. */
const FIELD_CHARACTERS = 200;
/** Most characters of one byte of a value: those of a text that is escaped. */
const BYTE_CHARACTERS = 6;

/**
 * Cost of the values of one page: a contract chooses what they cost, and how long the names are that are written with
 * each of them. Together they cost little more than the rows of one request: behind that, only small values are read. So a
 * contract that notifies an account cannot hide the transfers of that account behind costly actions of its own.
 */
export class PageCost implements ReadCost, AbiBudget {
  fields = 0;
  #printed = 0;
  #abiBytes = 0;

  /** @param undecodable called for each ABI that is not parsed */
  constructor(private readonly undecodable: () => void = () => undefined) {}

  get mostOfOne(): number | undefined {
    return this.fields < MAX_ROW_FIELDS ? undefined : MAX_SMALL_FIELDS;
  }

  claimAbi(bytes: number): boolean {
    this.#abiBytes += bytes;
    if (this.#abiBytes <= MAX_ABI_BYTES) return true;
    this.undecodable();
    return false;
  }

  /**
   * Counts the text of a value. It is made only where the value may have too much.
   * @param of its fields and bytes
   * @throws ValueError for one that has no room on the page: others behind it may have
   */
  print(json: Json, { fields, bytes }: { readonly fields: number; readonly bytes: number }): void {
    const most = fields * FIELD_CHARACTERS + bytes * BYTE_CHARACTERS;
    const printed = this.#printed + most <= MAX_PRINTED ? most : JSON.stringify(json).length;
    if (this.#printed + printed > MAX_PRINTED)
      throw new ValueError(`more than ${String(MAX_PRINTED)} characters on a page`);
    this.#printed += printed;
  }
}
