import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

interface PagingProps {
  /** Lower bounds of the pages up to the one that is shown; the first page has none. */
  readonly bounds: Signal<readonly string[]>;
  /** Lower bound of the next page; undefined at the end. */
  readonly next: string | undefined;
}

/** Buttons for the pages of a list. */
export const Paging = ({ bounds, next }: PagingProps): JSX.Element | null =>
  next === undefined && bounds.value.length === 0 ? null : (
    <p class="actions">
      <button
        type="button"
        disabled={bounds.value.length === 0}
        onClick={() => (bounds.value = bounds.value.slice(0, -1))}
      >
        Page before
      </button>
      <button
        type="button"
        disabled={next === undefined}
        onClick={() => {
          if (next !== undefined) bounds.value = [...bounds.value, next];
        }}
      >
        Next page
      </button>
    </p>
  );
