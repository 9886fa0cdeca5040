import type { NetworkConfig } from '@app/networks';

/** The end of one reload. */
export type ReloadResult =
  | { readonly outcome: 'applied'; readonly networks: readonly string[] }
  | { readonly outcome: 'unchanged' }
  /** `isPassing`: the same files may be taken over later. */
  | { readonly outcome: 'refused'; readonly problems: readonly string[]; readonly isPassing?: boolean };

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

/** Profiles that were compared with their chains, to be taken over; or why they are not. */
export interface ComparedProfiles {
  readonly take: () => void;
  /** Ends what was prepared, where they are not taken over after all. */
  readonly drop: () => void;
  readonly refused: readonly string[];
  /** The same profiles may be taken over later: chains change, and nodes and publishers come back. */
  readonly isPassing: boolean;
}

/** Nothing was prepared. */
export const nothingPrepared = (
  outcome: Pick<ComparedProfiles, 'refused' | 'isPassing'>,
): ComparedProfiles => ({ ...outcome, take: () => undefined, drop: () => undefined });

/** Compares other profiles with their chains. */
export interface ProfileComparison {
  /**
   * @param all the networks as they would be
   * @param renewed those of them that have another profile
   */
  compared(all: readonly NetworkConfig[], renewed: readonly NetworkConfig[]): Promise<ComparedProfiles>;
}
