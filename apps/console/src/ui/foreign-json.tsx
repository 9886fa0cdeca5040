import type { JSX } from 'preact';
import { visibleText } from '../values/visible-text';

/** A JSON value on many lines, as text. Its own line breaks are those of the layout alone. */
export const ForeignJson = ({ value, label }: { value: unknown; label: string }): JSX.Element => (
  <pre class="json" tabIndex={0} role="region" aria-label={label}>
    {JSON.stringify(value, null, 2).split('\n').map(visibleText).join('\n')}
  </pre>
);
