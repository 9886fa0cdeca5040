import type { Json } from '@app/antelope';

/** Data that was read with the ABI of its time; undefined `json`: no ABI, or bytes that do not fit it. */
export interface Decoded {
  readonly json: Json | undefined;
  /** The bytes themselves, in hex. */
  readonly hex: string;
}
