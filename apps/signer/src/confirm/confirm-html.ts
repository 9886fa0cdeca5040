import { visibleLine } from '../visible-json';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML shows it: nothing in it is markup, and no character of it is invisible. */
const shown = (text: string): string =>
  visibleLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Signer</title></head><body>${body}</body></html>`;

/** The question of a signer, with two buttons. The form goes to the address of the page itself. */
export const questionHtml = (text: string): string =>
  page(
    `<h1>The signer asks</h1><p>An agent wants to send this. Approve it only if you know why:</p><pre>${shown(text)}</pre>` +
      '<form method="post"><button name="answer" value="refuse">Refuse</button> <button name="answer" value="approve">Approve</button></form>',
  );

/** Outcome of a question. */
export const endHtml = (text: string): string => page(`<p>${shown(text)}</p>`);

/** A file that takes a browser to an address, so that the address stands in no list of processes. */
export const redirectHtml = (url: string): string =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${shown(url)}">`;
