import type { ComponentType } from 'preact';
import type { NetworkFacts } from '../gateway/config';

/** Properties of every view: the network and the rest of its address. */
export interface ViewProps {
  readonly network: NetworkFacts;
  readonly args: readonly string[];
}

export type View = ComponentType<ViewProps>;
