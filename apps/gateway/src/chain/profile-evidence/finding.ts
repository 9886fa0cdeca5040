import type { ChainClient } from '@app/upstream';

/** What a check of rows reads the chain through. */
export type EvidenceChain = Pick<ChainClient, 'tableRows' | 'tableByScope'>;

/** A profile entry that rows of the chain contradict, and why. */
export type Finding = readonly [entry: string, reason: string];
