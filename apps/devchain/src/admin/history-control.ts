/** The record of past blocks that belongs to a snapshot of the chain. */
export interface HistoryControl {
  /** The record up to the head. */
  save(): unknown;
  /** Continues from what `save` returned, after the chain was restored; from the head when it was not saved. */
  load(saved: unknown): void;
}
