import { bytesToHex, type Json } from '@app/antelope';

/** Data that was read with the ABI of its time; undefined `json`: no ABI, or bytes that do not fit it. */
export interface Decoded {
  readonly json: Json | undefined;
  /** The bytes themselves, in hex. */
  readonly hex: string;
}

/** Stored bytes beside their JSON. Most answers show the hex of those only that could not be decoded. */
export class DecodedBytes implements Decoded {
  constructor(
    readonly json: Json | undefined,
    private readonly bytes: Uint8Array,
  ) {}

  get hex(): string {
    return bytesToHex(this.bytes);
  }
}
