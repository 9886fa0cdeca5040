import type { NodeRoute } from '@app/node-api';
import type { CompleteBody } from './completion/with-defaults';

/** A row of the node API as the mirror serves it. */
export interface MirrorRoute extends NodeRoute {
  /** Completes what nodes ask for and the node query API leaves optional. */
  readonly complete?: CompleteBody;
}
