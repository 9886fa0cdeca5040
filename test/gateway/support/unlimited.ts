/** Stands in for the hit of a request where no rate limit is tested. */
export const UNLIMITED = { take: (): Promise<void> => Promise.resolve() };
