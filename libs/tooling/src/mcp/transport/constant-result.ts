import { CompressedText } from './compressed-text';
import type { HttpReply, RequestId } from './json-rpc';

/** A result that is the same for every request, serialized and compressed once. */
export class ConstantResult {
  readonly #end: string;
  readonly #compressed: CompressedText;

  /** @param resultJson JSON of the result */
  constructor(resultJson: string) {
    this.#end = `${resultJson}}`;
    this.#compressed = new CompressedText(this.#end);
  }

  reply(id: RequestId): HttpReply {
    const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
    return { status: 200, body: head + this.#end, gzip: () => this.#compressed.after(head) };
  }
}
