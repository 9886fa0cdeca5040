import { actionDocument } from '../answers/action-document';
import { deltaDocument } from '../answers/delta-document';
import type { DecodedAction, DecodedDelta } from '../decoding/decoder';

/** An action or a row as streams send it. Its text is made once, however many clients it is sent to. */
export class StreamEntry {
  #text: string | undefined;

  private constructor(
    readonly sequence: bigint,
    readonly blockNum: number,
    readonly document: object,
  ) {}

  static ofAction({ record, decoded }: DecodedAction): StreamEntry {
    const { globalSequence, transaction } = record;
    return new StreamEntry(globalSequence, transaction.block.num, actionDocument(record, decoded));
  }

  static ofDelta({ record, decoded }: DecodedDelta): StreamEntry {
    return new StreamEntry(record.sequence, record.block.num, deltaDocument(record, decoded));
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.document);
    return this.#text;
  }
}
