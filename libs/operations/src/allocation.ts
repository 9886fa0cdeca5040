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

/**
 * Has V8 count buffers with the heap: a full collection begins when both together have grown, not each time that 64 MB of
 * buffers were allocated. Bodies of answers live for one request, and a full collection reads the whole heap. Called
 * before the first request; it cannot be undone. Source: docs/decisions/0014-buffers-count-with-the-heap.md.
 */
export function countBuffersWithHeap(): void {
  setFlagsFromString('--external-memory-accounted-in-global-limit');
}
