import { ByteReader, readPublicKey, ValueError } from '@app/antelope';

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
    const kind = this.varuint32();
    if (kind !== 0) throw new ValueError(`block_signing_authority: unknown variant ${String(kind)}`);
    this.skip(4);
    this.skipList(() => {
      this.skipPublicKey();
      this.skip(2);
    });
  }
}
