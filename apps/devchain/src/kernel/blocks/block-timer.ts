import { slotAtOrBefore, slotTimeMs } from './slots';

/** Calls back at every slot of the clock, until it is stopped. A slot missed is not made up for. */
export class BlockTimer {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly now: () => number,
    private readonly onSlot: (slot: number) => void,
  ) {}

  start(): void {
    this.stop();
    const slot = slotAtOrBefore(this.now()) + 1;
    this.#timer = setTimeout(
      () => {
        // A timer may fire a moment early.
        if (slotAtOrBefore(this.now()) >= slot) this.onSlot(slotAtOrBefore(this.now()));
        if (this.#timer !== undefined) this.start();
      },
      slotTimeMs(slot) - this.now(),
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
