import type { EconomyModel } from './economy-model';

/** Keeps a copy of all that the models hold. @returns puts it back */
export function saveModel({ exchange, lending }: EconomyModel): () => void {
  const { ledger, deposits, loans } = lending;
  const parts: object[] = [exchange, ledger, deposits, loans, ...ledger.pools];
  const copies = parts.map((part) => structuredClone(own(part)));
  return () => {
    parts.forEach((part, index) => Object.assign(part, copies[index]));
  };
}

/** The members of a model without the other models that it refers to. */
const own = (part: object): object =>
  Object.fromEntries(
    Object.entries(part).filter(([name]) => !['ledger', 'deposits', 'pools'].includes(name)),
  );
