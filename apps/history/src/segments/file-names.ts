export const MANIFEST_FILE = 'manifest.json';
const SEGMENT_END = '.zst';
const SEGMENT = /^[0-9a-f]{64}\.zst$/;

/** Name of the file of a segment. `sha256` is that of its content, in hex: the compressed bytes are free to differ. */
export const segmentFile = (sha256: string): string => `${sha256}${SEGMENT_END}`;

export const isSegmentFile = (name: string): boolean => SEGMENT.test(name);
