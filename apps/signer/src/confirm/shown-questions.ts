import { ASK_LIVES_MS } from '../ledger/asks';
import type { Question } from '../refusal';

/** Questions that are shown within the life of a request: an agent must not fill the screen of a person. */
const MOST_SHOWN = 10;

const nameOf = ({ request, question }: Question): string => `${request} ${question}`;

/** Questions that a person, or a host, was shown: one that was refused, or passed, is not shown again for an hour. */
export class ShownQuestions {
  readonly #shownAt = new Map<string, number>();

  /** Notes a question, and answers true, unless it was shown, or as many were, within the life of a request. */
  admit(question: Question): boolean {
    const now = Date.now();
    for (const [shown, at] of this.#shownAt) if (at <= now - ASK_LIVES_MS) this.#shownAt.delete(shown);
    const name = nameOf(question);
    if (this.#shownAt.has(name) || this.#shownAt.size >= MOST_SHOWN) return false;
    this.#shownAt.set(name, now);
    return true;
  }

  /** Lets a question be shown again. */
  forget(question: Question): void {
    this.#shownAt.delete(nameOf(question));
  }
}
