import type { JSX } from 'preact';
import { Facts, Table } from '../../ui/facts';
import { Foreign } from '../../ui/values';

/** Null: no limit. */
export interface Limits {
  readonly requests_per_minute: Readonly<Record<string, number | null>>;
  readonly body_bytes: Readonly<Record<string, number>>;
  readonly streams_per_address: number | null;
  readonly event_streams_per_address: number | null;
}

/** What the requests of a bucket are. */
const COUNTS: Readonly<Record<string, string>> = {
  read: 'read tools, over REST and MCP',
  compose: 'compose tools, over REST and MCP',
  relay: 'transactions and accounts that are sent on',
  'relay-refused': 'relay requests that are refused before they are sent',
  mirror: 'routes of a node, and the pages of this console',
  meta: 'other messages of MCP',
};

const limitText = (limit: number | null): string => (limit === null ? 'no limit' : String(limit));

/** The limits of one client address. */
export const LimitTables = ({ limits }: { limits: Limits }): JSX.Element => (
  <>
    <p>Of one client address. Answers have RateLimit headers that say what is left.</p>
    <Table
      label="Limits"
      rows={Object.entries(limits.requests_per_minute)}
      keyOf={([bucket]) => bucket}
      columns={[
        { name: 'Bucket', cell: ([bucket]) => <Foreign text={bucket} /> },
        { name: 'Requests per minute', isNumber: true, cell: ([, limit]) => limitText(limit) },
        {
          name: 'Bytes of a body',
          isNumber: true,
          cell: ([bucket]) => limits.body_bytes[bucket] ?? '',
        },
        { name: 'Counts', cell: ([bucket]) => COUNTS[bucket] ?? '' },
      ]}
    />
    <Facts
      rows={[
        ['Event streams', limitText(limits.event_streams_per_address)],
        ['Other streams', limitText(limits.streams_per_address)],
      ]}
    />
  </>
);
