/** The largest answers, such as long histories, are far below it. */
const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024;

/** The text of an answer of HTTP, unpacked. Undefined for one of more than 16 MiB, whose rest is not read. */
export async function answerText({ body }: Pick<Response, 'body'>): Promise<string | undefined> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > LARGEST_ANSWER_BYTES) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
