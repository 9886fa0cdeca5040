import type { ServerResponse } from 'node:http';
import { answerText } from '../../json/answer-text';
import { sendTexts } from '../../json/send-texts';

/** Sends a JSON answer in one write, with its length and without an entity tag. */
export function sendJson(response: ServerResponse, body: object): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  sendTexts(response, [answerText(body).json]);
}
