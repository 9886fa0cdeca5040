import type { JSX } from 'preact';
import { Amount } from '../../ui/values';

/** An amount, or that the network does not say it. */
export const known = (
  value: string | null | undefined,
  of: { readonly symbol?: string; readonly places?: number } = {},
): JSX.Element => (value == null ? <span class="muted">not known</span> : <Amount value={value} {...of} />);
