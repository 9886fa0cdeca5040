import { bytesToHex, type Json } from '@app/antelope';

/** Data that was read with the ABI of its time; undefined `json`: no ABI, or bytes that do not fit it. */
export interface Decoded {
  readonly json: Json | undefined;
  /** The bytes themselves, in hex. */
  readonly hex: string;
}

/** Stored bytes beside their JSON. The hex is made only for bytes that could not be decoded. */
export class DecodedBytes implements Decoded {
  constructor(
    readonly json: Json | undefined,
    private readonly bytes: Uint8Array,
  ) {}

  get hex(): string {
    return bytesToHex(this.bytes);
  }
}
