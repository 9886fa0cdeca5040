import type { ServerResponse } from 'node:http';
import type { AnswerText, MeasuredText } from '@app/tooling';

/** From this size on, to join texts costs more than to write them one by one: a copy, and memory of its own. */
const LARGE_BYTES = 16_384;

/** Sends texts one after the other as the whole body of an answer, with its length and in one write. */
export function sendTexts(response: ServerResponse, texts: readonly MeasuredText[]): void {
  const bytes = texts.reduce((sum, text) => sum + text.bytes, 0);
  response.setHeader('Content-Length', bytes);
  if (bytes < LARGE_BYTES) {
    const text = texts.map((each) => each.text).join('');
    response.end(text, encodingOf({ text, bytes }));
    return;
  }
  response.cork();
  const last = texts.length - 1;
  texts.forEach((text, index) => {
    if (index < last) response.write(text.text, encodingOf(text));
    else response.end(text.text, encodingOf(text));
  });
}

/** Sends a JSON answer in one write, with its length and without an entity tag. */
export function sendJsonText(response: ServerResponse, { json }: AnswerText): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  sendTexts(response, [json]);
}

/** ASCII is the same in Latin-1, which is written without being converted. */
function encodingOf({ text, bytes }: MeasuredText): BufferEncoding {
  return bytes === text.length ? 'latin1' : 'utf8';
}
