/** Messages of a connection in their order. The credits of the protocol bound their number. */
export class MessageQueue<T> {
  readonly #messages: T[] = [];
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  get length(): number {
    return this.#messages.length;
  }

  push(message: T): void {
    this.#messages.push(message);
    this.#wake?.();
  }

  /** Ends the queue: `take` gives the messages that came before, then throws this error. */
  fail(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }

  /** The next message, or undefined when none comes within the time. */
  async take(timeoutMs: number): Promise<T | undefined> {
    if (this.#messages.length === 0 && this.#failure === undefined) await this.#changed(timeoutMs);
    const message = this.#messages.shift();
    if (message === undefined && this.#failure !== undefined) throw this.#failure;
    return message;
  }

  #changed(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake?.(), timeoutMs);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
    });
  }
}
