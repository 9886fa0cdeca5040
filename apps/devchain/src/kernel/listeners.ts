/** Those who want to hear of something. */
export class Listeners<A extends unknown[]> {
  private readonly listeners = new Set<(...args: A) => void>();

  /** Adds a listener; gives what takes it away again. */
  add(listener: (...args: A) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  tell(...args: A): void {
    for (const listener of this.listeners) listener(...args);
  }
}
