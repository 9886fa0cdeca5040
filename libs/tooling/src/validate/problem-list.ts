const SHOWN_PROBLEMS = 20;

/** The problems of one request: the first 20 in words, the rest counted. */
export class ProblemList {
  readonly #shown: string[] = [];
  #count = 0;

  /** @param sentence called only when it will be shown */
  add(sentence: () => string): void {
    this.#count += 1;
    if (this.#shown.length < SHOWN_PROBLEMS) this.#shown.push(sentence());
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** `account: is required; pair: is required; and 3 more` */
  toString(): string {
    const more = this.#count - this.#shown.length;
    return [...this.#shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
  }
}
