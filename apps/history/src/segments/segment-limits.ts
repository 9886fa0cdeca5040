export interface SegmentLimits {
  /** A segment ends at each block whose number is a multiple of it. */
  readonly blocks: number;
  /** A segment ends with the block that brings its content to so many bytes. */
  readonly bytes: number;
}

/** Of the format: equal for all operators, so that ranges that overlap have the same segments. */
export const SEGMENT_LIMITS: SegmentLimits = { blocks: 10_000, bytes: 16 * 1024 * 1024 };

/** Whether a segment ends with this block. */
export const isSegmentEnd = (
  { blocks, bytes }: SegmentLimits,
  segment: { readonly bytes: number; readonly last_block: number },
): boolean => segment.last_block % blocks === 0 || segment.bytes >= bytes;
