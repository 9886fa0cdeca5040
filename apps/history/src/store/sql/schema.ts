import { table, type Table } from './table';

/** Dictionaries: small numbers for names, actions and tables. Their rows are never removed, not by a fork either. */
export const NAME = table('name', { id: 'int' }, { value: 'long' }, ['!value']);
export const ACTION_TYPE = table('action_type', { id: 'int' }, { code: 'int', name: 'int' }, [
  '!code, name',
  'name',
]);
export const TABLE_TYPE = table('table_type', { id: 'int' }, { code: 'int', name: 'int' }, [
  '!code, name',
  'name',
]);

/** History: rows of a block, found by ranges of its sequences. Names are numbers of the dictionary. */
export const BLOCK = table(
  'block',
  { num: 'long' },
  {
    id: 'bytes',
    previous: 'bytes',
    time: 'long',
    producer: 'int',
    schedule: 'long',
    /** Lowest global sequence that an action of this block can have. */
    first_seq: 'long',
    cpu: 'long',
    net: 'long',
    trx_count: 'int',
    trx_mroot: 'bytes',
    action_mroot: 'bytes',
  },
  ['time'],
);
export const TRX = table(
  'trx',
  { seq: 'long' },
  {
    id: 'bytes',
    id_prefix: 'long',
    first_seq: 'long',
    last_seq: 'long',
    status: 'int',
    cpu: 'long',
    net: 'long',
    header: 'bytes',
    signatures: 'bytes',
  },
  ['id_prefix'],
);
export const ACTION = table('action', { seq: 'long' }, { trx: 'long', type: 'int', payload: 'bytes' }, [
  'type, seq',
]);
/** Receivers and actors. */
export const ACTION_ACCOUNT = table('action_account', { account: 'int', seq: 'long' }, { type: 'int' }, [
  'account, type, seq',
]);
export const ACTION_FIELD = table('action_field', { field: 'int', value: 'int', seq: 'long' }, {});
/** Numbers of actions: account 0 counts all accounts, type 0 all types. */
export const ACCOUNT_TOTAL = table('account_total', { account: 'int', type: 'int' }, { n: 'long' });
export const DELTA = table(
  'delta',
  { seq: 'long' },
  { tbl: 'int', scope: 'int', pk: 'long', payer: 'int', present: 'int', value: 'bytes' },
  [
    // The key of a row first, in the narrowest order of PostgreSQL: an asset is found in the scopes of all its owners.
    ...['tbl, scope, seq', 'tbl, seq', 'payer, seq', 'pk, tbl, scope, seq'],
    // The scope first: the tables of which an account has no row any more are found by it.
    ...['tbl, seq WHERE present = 0', 'scope, tbl, seq WHERE present = 0'],
  ],
);

/** State after the last block. Names are ordered 64-bit values, so that keys have the order of answers. */
export const ROW = table(
  'row_state',
  { tbl: 'int', scope: 'long', pk: 'long' },
  { payer: 'long', value: 'bytes', block: 'long' },
);
export const TOKEN = table(
  'token',
  { account: 'long', contract: 'long', symbol: 'long' },
  { precision: 'int', units: 'long', block: 'long' },
  ['contract, symbol, units, account'],
);
export const PERMISSION = table(
  'permission',
  { owner: 'long', name: 'long' },
  { parent: 'long', updated: 'long', authority: 'bytes', block: 'long' },
);
export const PERMISSION_KEY = table('permission_key', { pubkey: 'bytes', owner: 'long', name: 'long' }, {});
export const PERMISSION_ACCOUNT = table(
  'permission_account',
  { actor: 'long', owner: 'long', name: 'long' },
  {},
);
export const LINK = table(
  'link',
  { account: 'long', code: 'long', action: 'long' },
  { permission: 'long', block: 'long', time: 'long' },
  [
    'code, action, account',
    'code, account, action',
    'permission, account, code, action',
    'action, account, code',
  ],
);
export const CREATED = table(
  'created',
  { account: 'long' },
  { creator: 'long', seq: 'long', trx: 'bytes', block: 'long', time: 'long' },
  ['creator, seq'],
);
export const PROPOSAL = table(
  'proposal',
  { proposer: 'long', name: 'long', seq: 'long' },
  { status: 'int', trx: 'bytes', approvals: 'bytes', closed: 'long', block: 'long', time: 'long' },
  ['seq, block', 'proposer, seq', 'name, seq', 'status, seq'],
  // Half a megabyte, for each of thousands of approvals in a block: neither read nor kept in journals.
  'trx',
);
/** The proposal of that name that is neither executed nor cancelled. */
export const OPEN_PROPOSAL = table('open_proposal', { proposer: 'long', name: 'long' }, { seq: 'long' });
/** Actors in the lists of a proposal. */
export const PROPOSAL_ACTOR = table(
  'proposal_actor',
  { actor: 'long', proposer: 'long', name: 'long', seq: 'long' },
  {},
  ['actor, seq'],
);
export const VOTER = table(
  'voter',
  { owner: 'long' },
  { weight: 'double', voter: 'bytes', block: 'long', is_proxy: 'int' },
  ['weight, owner', 'is_proxy, weight, owner'],
);
export const VOTE = table('vote', { producer: 'long', owner: 'long' }, { weight: 'double' }, [
  'producer, weight, owner',
]);
export const SCHEDULE = table(
  'schedule',
  { kind: 'int', block: 'long', version: 'long' },
  { time: 'long', producers: 'bytes' },
);
export const MISSED = table(
  'missed',
  { block: 'long', time: 'long' },
  { producer: 'long', size: 'long', schedule: 'long' },
  ['time'],
);
export const ABI = table(
  'abi',
  { account: 'long', seq: 'long' },
  { block: 'long', hash: 'bytes', abi: 'bytes' },
);

/** One row with instant finality: the producers behind the last block, and those on their way. None: they are not known. */
export const PROPOSERS = table('proposers', { one: 'int' }, { policies: 'bytes', block: 'long' });

/** Trades of a pair in intervals of one length, in milliseconds. */
export const CANDLE = table('candle', { pair: 'long', span: 'long', start: 'long' }, { value: 'bytes' });

/** Tables whose previous rows the undo journal keeps. The position is stored: add at the end. */
export const STATE_TABLES: readonly Table[] = [
  ROW,
  TOKEN,
  PERMISSION,
  PERMISSION_KEY,
  PERMISSION_ACCOUNT,
  LINK,
  CREATED,
  PROPOSAL,
  OPEN_PROPOSAL,
  PROPOSAL_ACTOR,
  VOTER,
  VOTE,
  SCHEDULE,
  MISSED,
  ABI,
  CANDLE,
  PROPOSERS,
];

/** ABIs as the node had them when it was asked, after block `asked` at the latest: of a store that began in the middle. */
export const NODE_ABI = table(
  'node_abi',
  { account: 'long' },
  { asked: 'long', hash: 'bytes', abi: 'bytes' },
);

/** Journals of the blocks that can be undone. */
export const UNDO = table('undo', { block: 'long' }, { changes: 'bytes' });
/** Blocks of the first fill above the cursor: the part of them that is applied in their order. */
export const FILLED = table(
  'filled',
  { first: 'long' },
  { last: 'long', last_id: 'bytes', previous: 'bytes', next_seq: 'long', content: 'bytes' },
);
const coldRange = (name: string): Table =>
  table(
    name,
    { first: 'long' },
    { last: 'long', from_seq: 'long', to_seq: 'long', entries: 'long', digest: 'long' },
  );
/** Closed ranges of irreversible blocks whose actions, and other rows, are in the cold tier, as they were verified there. */
export const COLD_RANGE = coldRange('cold_range');
export const COLD_TRX_RANGE = coldRange('cold_trx_range');
export const COLD_DELTA_RANGE = coldRange('cold_delta_range');
/** One row while the whole state of the first block is loaded in parts; see StateLoad. */
export const STATE_LOAD = table(
  'state_load',
  { one: 'int' },
  {
    block: 'long',
    id: 'bytes',
    parts: 'long',
    loaded_rows: 'long',
    deltas: 'long',
    digest: 'bytes',
    remaining_rows: 'long',
    remaining_seconds: 'long',
  },
);
/** One row: the chain and the last block. */
export const CURSOR = table(
  'cursor',
  { one: 'int' },
  {
    schema: 'int',
    chain_id: 'bytes',
    num: 'long',
    id: 'bytes',
    irreversible: 'long',
    pruned: 'int',
    /** Above the global sequences of all actions up to `num`. */
    next_seq: 'long',
    /** Last block of the first fill; 0 when there is none, or it is done. */
    fill_to: 'long',
    /** The first block of a store that does not know the state before it; 0: the state is whole. */
    known_from: 'long',
    /** Number of the layout that trades are read with; 0: none are. */
    trade_layout: 'long',
    /** Random id that the cold tier of this store has; empty: it has none. */
    cold_id: 'bytes',
    /** Actions of the blocks below are in the cold tier; 0: of none. */
    cold_block: 'long',
    /** Above the global sequences of these actions. */
    cold_seq: 'long',
    /** Transactions, and changed rows, of the blocks below are there, too: of no block whose actions are not. */
    cold_trx_block: 'long',
    cold_delta_block: 'long',
  },
);

/** Each time that blocks were undone: those above `num`. Processes that only serve learn of forks by them. */
export const FORK = table('fork', { serial: 'long' }, { num: 'long' });
/** One row: the connection of the process that writes to its node. */
export const INDEX_REPORT = table(
  'index_report',
  { one: 'int' },
  {
    connected: 'int',
    node_head: 'long',
    error: 'bytes',
    remaining_blocks: 'long',
    tenths_per_second: 'long',
    remaining_seconds: 'long',
  },
);

export const HISTORY_TABLES: readonly Table[] = [
  BLOCK,
  TRX,
  ACTION,
  ACTION_ACCOUNT,
  ACTION_FIELD,
  ACCOUNT_TOTAL,
  DELTA,
];
export const DICTIONARIES: readonly Table[] = [NAME, ACTION_TYPE, TABLE_TYPE];
export const CONTENT_TABLES: readonly Table[] = [
  ...HISTORY_TABLES,
  ...STATE_TABLES,
  NODE_ABI,
  UNDO,
  FILLED,
  COLD_RANGE,
  COLD_TRX_RANGE,
  COLD_DELTA_RANGE,
  STATE_LOAD,
  CURSOR,
];
/** Reported by the writer to other processes; a reset keeps them. The cursor comes last: where it is, all tables are. */
const SHARED_TABLES: readonly Table[] = [FORK, INDEX_REPORT];
export const TABLES: readonly Table[] = [...DICTIONARIES, ...SHARED_TABLES, ...CONTENT_TABLES];

/**
 * Increase it with every change of a column or of a codec of this folder, and add a step to migrations.ts. A reader of
 * this version works on the version before, too: it asks for nothing that only the newer one has. A further index is no
 * new version: it is made where it is missing, and the program before works with it.
 */
export const SCHEMA_VERSION = 12;
