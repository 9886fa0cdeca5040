import type { ComponentChildren, JSX } from 'preact';
import { visibleText } from '../values/visible-text';

/** Names and values below each other. */
export const Facts = ({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }): JSX.Element => (
  <dl class="facts">
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{visibleText(name)}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

interface Column<T> {
  readonly name: string;
  /** Aligned to the right, in figures of equal width. */
  readonly isNumber?: boolean;
  readonly cell: (row: T) => ComponentChildren;
}

interface TableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string | number;
}

/** A table that scrolls by itself where it is wider than the page. */
export const Table = <T,>({ label, columns, rows, keyOf }: TableProps<T>): JSX.Element => (
  <div class="scroll" tabIndex={0} role="region" aria-label={label}>
    <table>
      <thead>
        <tr>
          {columns.map(({ name, isNumber }) => (
            <th key={name} scope="col" class={isNumber ? 'number' : ''}>
              <bdi>{visibleText(name)}</bdi>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ name, isNumber, cell }) => (
              <td key={name} class={isNumber ? 'number' : ''}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
