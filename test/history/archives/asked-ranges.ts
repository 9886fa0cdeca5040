import type { ShipServer } from '../../harness/ship/ship-server';

/** The ranges whose blocks a server was asked for. */
export const rangesOf = ({ requests }: ShipServer): [number, number][] =>
  requests
    .filter(({ fetchBlock }) => fetchBlock)
    .map(({ startBlockNum, endBlockNum }) => [startBlockNum, endBlockNum]);

/** The end of a range without a last block. */
export const NO_END = 0xffffffff;
