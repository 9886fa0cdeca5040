/** A view that a text of the search box leads to: its name and its argument. */
export type SearchTarget = readonly [view: string, argument: string];

const KEY = /^(?:PUB_(?:K1|R1|WA)_|EOS)[1-9A-HJ-NP-Za-km-z]{40,}$/;

/** The view for a text: a block by its number or id, a transaction, a public key, an account. Undefined for others. */
export function searchTarget(text: string): SearchTarget | undefined {
  const term = text.trim();
  if (/^[1-9]\d{0,9}$/.test(term)) return ['block', term];
  if (/^[0-9a-fA-F]{64}$/.test(term)) {
    // The id of a block begins with its number: below 16.7 million blocks with two zeros. Nothing else distinguishes it from the
    // id of a transaction; the view that finds nothing under the id looks for the other one.
    const hash = term.toLowerCase();
    return [hash.startsWith('00') ? 'block' : 'transaction', hash];
  }
  if (KEY.test(term)) return ['key', term];
  return /^(?=.{1,12}$)[a-z1-5.]*[a-z1-5]$/.test(term) ? ['account', term] : undefined;
}
