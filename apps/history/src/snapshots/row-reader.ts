import { ByteReader, readPublicKey, ValueError } from '@app/antelope';
import type { ScheduledProducer } from '../derive/block-writes';

/** Reads rows one after another, and again from the start of one. */
export class RowReader extends ByteReader {
  /** Bytes that were read. */
  get offset(): number {
    return this.position;
  }

  rewindTo(offset: number): void {
    this.position = offset;
  }

  skip(length: number): void {
    this.advance(length);
  }

  /** Elements behind their number, none of them kept. */
  skipList(skipElement: () => void): void {
    for (let left = this.varuint32(); left > 0; left--) skipElement();
  }

  skipPublicKey(): void {
    readPublicKey(this);
  }

  /** The key of a producer until EOSIO 1.8, its authority of keys later. */
  skipSigning(isAuthority: boolean): void {
    if (!isAuthority) return this.skipPublicKey();
    this.#requireAuthority();
    this.skip(4);
    this.skipList(() => {
      this.skipPublicKey();
      this.skip(2);
    });
  }

  /** A producer with its authority of keys, all of it copied. */
  producer(): ScheduledProducer {
    const name = this.uint64();
    this.#requireAuthority();
    const threshold = this.uint32();
    const keys: { key: Uint8Array; weight: number }[] = [];
    this.skipList(() => {
      const key = this.span(() => readPublicKey(this)).slice();
      keys.push({ key, weight: this.uint16() });
    });
    return { name, threshold, keys };
  }

  #requireAuthority(): void {
    const kind = this.varuint32();
    if (kind !== 0) throw new ValueError(`block_signing_authority: unknown variant ${String(kind)}`);
  }
}
