/** Effects of pushes on networks whose nodes keep no traces. */
export const NO_EFFECTS = { of: (): Promise<undefined> => Promise.resolve(undefined) };
