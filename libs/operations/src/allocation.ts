import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 allocate everything in the young generation. By default it allocates the objects of a call site in the old one
 * once a hundred of them survived a collection, as those of the requests in flight do. From then on each dead request
 * keeps all that it refers to until the next full collection. Called before the first request; it cannot be undone.
 * Source: docs/decisions/0013-no-pretenuring.md.
 */
export function allocateRequestsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
