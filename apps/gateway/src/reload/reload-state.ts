/** The end of one reload. */
export type ReloadResult =
  | { readonly outcome: 'applied'; readonly networks: readonly string[] }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'refused'; readonly problems: readonly string[] };

/** The configuration that is in use, for operators. */
export interface ReloadState {
  /** When it was taken over: at the start, or by the last reload that changed something. Milliseconds since 1970. */
  readonly loadedAtMs: number;
  /** Why the files as they are now are not used; undefined while they are. */
  readonly refused: { readonly atMs: number; readonly problems: readonly string[] } | undefined;
}

/** The cause of a reload. */
export type ReloadCause = 'command' | 'files' | 'signal';

/** The configuration in /info. */
export const configurationInfo = ({ loadedAtMs, refused }: ReloadState) => ({
  loaded_at: new Date(loadedAtMs).toISOString(),
  refused: refused && { at: new Date(refused.atMs).toISOString(), problems: refused.problems },
});
