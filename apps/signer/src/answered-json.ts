import { answerText } from '@app/client';

/** The JSON of an answer. @param source of it, as the beginning of a sentence. @throws Error, also for one that is too large */
export async function answeredJson(answer: Response, source: string): Promise<unknown> {
  const text = await answerText(answer);
  if (text === undefined) throw new Error(`${source} answers with too much`);
  return JSON.parse(text);
}
