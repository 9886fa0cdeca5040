import type { ChainClient } from '@app/upstream';

/** Access to the chain for checks of rows. */
export type EvidenceChain = Pick<ChainClient, 'tableRows' | 'tableByScope'>;

/** A profile entry that rows of the chain contradict, and why. */
export type Finding = readonly [entry: string, reason: string];
