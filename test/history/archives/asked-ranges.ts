import type { ShipServer } from '../../harness/ship/ship-server';

/** The ranges whose blocks a server was asked for. */
export const rangesOf = ({ requests }: ShipServer): [number, number][] =>
  requests
    .filter(({ fetchBlock }) => fetchBlock)
    .map(({ startBlockNum, endBlockNum }) => [startBlockNum, endBlockNum]);

/** The end of a range that goes on with the chain. */
export const NO_END = 0xffffffff;
