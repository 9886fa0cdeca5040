import type { JSX } from 'preact';
import { Id } from '../../ui/copy';
import { Facts } from '../../ui/facts';

interface ChainIdsProps {
  readonly version: string;
  readonly chainId: string;
}

/** Texts of a chain that a click copies. */
export const ChainIds = ({ version, chainId }: ChainIdsProps): JSX.Element => (
  <Facts
    rows={[
      ['Node version', <Id text={version} />],
      ['Chain id', <Id text={chainId} />],
    ]}
  />
);
