import type { JSX } from 'preact';
import { Table } from '../ui/facts';
import { Amount, Foreign, placesOf } from '../ui/texts';
import { parseDecimal } from '../values/decimal';
import { listOf, membersOf, textOf } from './members';

interface Change {
  readonly key: number;
  readonly account: string;
  readonly token: string;
  readonly change: string;
}

const changeOf = (value: unknown, key: number): Change => {
  const { account, token, change } = membersOf(value);
  return { key, account: textOf(account), token: textOf(token), change: textOf(change) };
};

/** The balances that change, those of the signers first. */
export function Balances({
  effects,
  signers,
}: {
  effects: unknown;
  signers: ReadonlySet<string>;
}): JSX.Element {
  if (!Array.isArray(effects)) {
    return <p class="problem">Which balances change is not known.</p>;
  }
  const changes = listOf(effects).map(changeOf);
  if (changes.length === 0) return <p>No balance changes.</p>;
  const isOfSigner = ({ account }: Change) => signers.has(account);
  const rows = [...changes.filter(isOfSigner), ...changes.filter((change) => !isOfSigner(change))];
  const places = placesOf(rows.map(({ change }) => change));
  return (
    <Table
      label="Balances that change"
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        {
          name: 'Account',
          cell: (row) => (
            <>
              <Foreign text={row.account} />
              {isOfSigner(row) ? <span class="muted"> signs</span> : null}
            </>
          ),
        },
        { name: 'Direction', cell: ({ change }) => directionOf(change) },
        { name: 'Change', isNumber: true, cell: ({ change }) => <Signed value={change} places={places} /> },
        { name: 'Token', cell: ({ token }) => <Foreign text={token} /> },
      ]}
    />
  );
}

const unitsOf = (change: string): bigint => parseDecimal(change)?.units ?? 0n;

const directionOf = (change: string): string => {
  const units = unitsOf(change);
  return units < 0n ? 'leaves' : units > 0n ? 'arrives' : '';
};

function Signed({ value, places }: { value: string; places: number }): JSX.Element {
  const units = unitsOf(value);
  return (
    <span class={units < 0n ? 'bad' : units > 0n ? 'good' : ''}>
      <Amount value={units > 0n ? `+${value}` : value} places={places} />
    </span>
  );
}
