/** Injection token of the `HistoryReader`. */
export const READER = Symbol('history reader');
