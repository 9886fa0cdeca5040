import { loadHistorySettings } from './settings';

const CHAIN_ID = 'ab'.repeat(32);
const load = (env: Readonly<Record<string, string>>) =>
  loadHistorySettings({ HISTORY_SHIP_URL: 'ws://127.0.0.1:8988', ...env });

test('the follower takes every block of any chain from the first one of the node by default', () => {
  expect(load({}).chains[0]?.follow).toEqual({
    chainId: undefined,
    firstBlock: undefined,
    irreversibleOnly: false,
    allowsRewinds: false,
    keepBlocks: undefined,
    keepDays: undefined,
    maxMessageBytes: 1024 * 1024 * 1024,
    credits: 100,
    backfill: { sessions: 1, rangeBlocks: 500, batchBlocks: 250 },
  });
});

test('the settings of the follower reach each chain', () => {
  const { chains } = load({
    HISTORY_CHAIN_ID: CHAIN_ID,
    HISTORY_FIRST_BLOCK: '1000',
    HISTORY_FOLLOW: 'irreversible',
    HISTORY_KEEP_BLOCKS: '345600',
    HISTORY_KEEP_DAYS: '30',
    HISTORY_MAX_MESSAGE_MIB: '64',
    HISTORY_CREDITS: '5',
    HISTORY_BACKFILL_SESSIONS: '4',
  });
  expect(chains[0]?.follow).toEqual({
    chainId: Uint8Array.from(Buffer.from(CHAIN_ID, 'hex')),
    firstBlock: 1000,
    irreversibleOnly: true,
    allowsRewinds: false,
    keepBlocks: 345_600,
    keepDays: 30,
    maxMessageBytes: 64 * 1024 * 1024,
    credits: 5,
    backfill: { sessions: 4, rangeBlocks: 500, batchBlocks: 250 },
  });
});

test('a process that only serves needs a database for each chain, and no node', () => {
  const HISTORY_DATABASE_URL = 'postgres://127.0.0.1/a,postgres://127.0.0.1/b';
  const settings = loadHistorySettings({
    HISTORY_ROLE: 'serve',
    HISTORY_NAME: 'mainnet,testnet',
    HISTORY_DATABASE_URL,
  });
  expect(settings.role).toBe('serve');
  expect(settings.chains.map(({ name, databaseUrl }) => [name, databaseUrl])).toEqual([
    ['mainnet', 'postgres://127.0.0.1/a'],
    ['testnet', 'postgres://127.0.0.1/b'],
  ]);
});

test('a wrong number of entries names the setting that lists the chains of the role', () => {
  const urls = 'postgres://127.0.0.1/a,postgres://127.0.0.1/b';
  expect(() => loadHistorySettings({ HISTORY_ROLE: 'serve', HISTORY_DATABASE_URL: urls })).toThrow(
    'HISTORY_NAME: has 1 entries, and HISTORY_DATABASE_URL has 2',
  );
  expect(() => load({ HISTORY_DATABASE_URL: urls })).toThrow(
    'HISTORY_DATABASE_URL: has 2 entries, and HISTORY_SHIP_URL has 1',
  );
});

test.each(['index', 'serve'])('the role %s is refused with SQLite', (role) => {
  expect(() => load({ HISTORY_ROLE: role })).toThrow(`HISTORY_ROLE: ${role} needs HISTORY_DATABASE_URL`);
});

test.each(['all', 'index'])('the role %s is refused without a node', (role) => {
  const env = { HISTORY_ROLE: role, HISTORY_DATABASE_URL: 'postgres://127.0.0.1/a' };
  expect(() => loadHistorySettings(env)).toThrow('HISTORY_SHIP_URL: "" is not');
});

test.each([
  ['HISTORY_CHAIN_ID', 'AB'.repeat(32)],
  ['HISTORY_CHAIN_ID', `${CHAIN_ID},${CHAIN_ID}`],
  ['HISTORY_FIRST_BLOCK', '0'],
  ['HISTORY_FOLLOW', 'lib'],
  ['HISTORY_KEEP_BLOCKS', '999'],
  ['HISTORY_KEEP_DAYS', '0'],
  ['HISTORY_MAX_MESSAGE_MIB', '0'],
  ['HISTORY_CREDITS', '1'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => load({ [name]: value })).toThrow(name);
});

test('the time limits of PostgreSQL reach the process', () => {
  expect(load({}).storeLimits.database).toEqual({
    connectMs: 5_000,
    pageMs: 4_000,
    readMs: 8_000,
    writeMs: 60_000,
    idleTransactionMs: 120_000,
  });
  expect(
    load({
      HISTORY_DATABASE_CONNECT_TIMEOUT_MS: '100',
      HISTORY_DATABASE_PAGE_TIMEOUT_MS: '150',
      HISTORY_DATABASE_READ_TIMEOUT_MS: '200',
      HISTORY_DATABASE_WRITE_TIMEOUT_MS: '3000',
      HISTORY_DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: '4000',
    }).storeLimits.database,
  ).toEqual({ connectMs: 100, pageMs: 150, readMs: 200, writeMs: 3000, idleTransactionMs: 4000 });
});

test('a cold tier has a URL for each chain, and its limits', () => {
  const env = { HISTORY_COLD_URL: 'clickhouse://clickhouse/history', HISTORY_STATE_DIR: '.history' };
  const { chains, cold } = load({ ...env, HISTORY_HOT_BLOCKS: '5000', HISTORY_COLD_RANGE_BLOCKS: '2000' });
  expect(chains[0]?.coldUrl).toBe('clickhouse://clickhouse/history');
  expect(cold).toEqual({ hotBlocks: 5000, rangeBlocks: 2000 });
  expect(load({}).chains[0]?.coldUrl).toBeUndefined();
  expect(() => load({ ...env, HISTORY_COLD_URL: 'clickhouse://a/a,clickhouse://a/b' })).toThrow(
    'HISTORY_COLD_URL: has 2 entries',
  );
});

test('a cold tier may have replicas, whose servers no other chain has', () => {
  const env = { HISTORY_STATE_DIR: '.history' };
  const replicas = 'clickhouse://one/history|clickhouse://two/history';
  expect(load({ ...env, HISTORY_COLD_URL: replicas }).chains[0]?.coldUrl).toBe(replicas);
  for (const [url, reason] of [
    ['clickhouse://one/history|http://two/history', 'HISTORY_COLD_URL'],
    ['clickhouse://one/history|clickhouse://two/other', 'databases of different names'],
    ['clickhouse://one/history|clickhouse://one:8123/history', 'has one server twice'],
    [`${replicas},clickhouse://two/history`, 'names one database twice'],
    [`${replicas},clickhouse://user@two:8123/history`, 'names one database twice'],
  ] as const)
    expect(() => load({ ...env, HISTORY_COLD_URL: url })).toThrow(reason);
});

test('a cold tier is refused beside limits that remove blocks, and beside a store in memory', () => {
  const env = { HISTORY_COLD_URL: 'clickhouse://clickhouse/history' };
  expect(() => load(env)).toThrow('HISTORY_COLD_URL: needs HISTORY_STATE_DIR or HISTORY_DATABASE_URL');
  const stored = { ...env, HISTORY_STATE_DIR: '.history' };
  for (const limit of ['HISTORY_KEEP_BLOCKS', 'HISTORY_KEEP_DAYS'])
    expect(() => load({ ...stored, [limit]: '1000' })).toThrow('HISTORY_COLD_URL: is refused with');
  const twice = 'clickhouse://clickhouse/history,clickhouse://clickhouse/history';
  expect(() => load({ ...stored, HISTORY_COLD_URL: twice })).toThrow('names one database twice');
});

test('SQL needs the database of the cold tier, with a user of its own', () => {
  const cold = 'clickhouse://clickhouse/history';
  const reader = 'clickhouse://reader@clickhouse/history';
  const env = { HISTORY_COLD_URL: cold, HISTORY_STATE_DIR: '.history' };
  expect(load(env).chains[0]?.sqlUrl).toBeUndefined();
  expect(load({ ...env, HISTORY_SQL_URL: reader }).chains[0]?.sqlUrl).toBe(reader);
  expect(() => load({ HISTORY_SQL_URL: reader })).toThrow(
    'HISTORY_SQL_URL: has 1 entries, and HISTORY_COLD_URL has 0',
  );
  expect(() => load({ ...env, HISTORY_SQL_URL: cold })).toThrow(
    'HISTORY_SQL_URL: is that of HISTORY_COLD_URL',
  );
});

test('the page cache of SQLite files is 64 MiB by default, and a setting changes it', () => {
  expect(load({}).storeLimits.sqliteCacheMiB).toBe(64);
  expect(load({ HISTORY_SQLITE_CACHE_MIB: '4' }).storeLimits.sqliteCacheMiB).toBe(4);
});

test.each([
  ['connections of 5 s and reads of 8 s', {}, 15_000],
  ['reads of a minute', { HISTORY_DATABASE_READ_TIMEOUT_MS: '60000' }, 67_000],
  ['connections of 9 s and reads of 8 s', { HISTORY_DATABASE_CONNECT_TIMEOUT_MS: '9000' }, 20_000],
  [
    'connections and reads of 500 ms',
    { HISTORY_DATABASE_CONNECT_TIMEOUT_MS: '500', HISTORY_DATABASE_READ_TIMEOUT_MS: '500' },
    10_000,
  ],
])('a process with %s gives requests in flight time for a read when it stops', (_, env, drainMs) => {
  expect(load(env).drainMs).toBe(drainMs);
});

test('the management port follows the port of the histories unless it is set', () => {
  expect(load({}).managementPort).toBe(7090);
  expect(load({ HISTORY_PORT: '4007' }).managementPort).toBe(4097);
  expect(load({ HISTORY_PORT: '0' }).managementPort).toBe(0);
  expect(load({ HISTORY_PORT: '4007', HISTORY_MANAGEMENT_PORT: '7090' }).managementPort).toBe(7090);
  expect(() => load({ HISTORY_PORT: '65500' })).toThrow(
    'HISTORY_MANAGEMENT_PORT: HISTORY_PORT + 90 is above',
  );
});

test('the rewinds of a store need their setting, and are refused in production and for a chain that is known', () => {
  const allowed = { HISTORY_ALLOW_REWINDS: 'true' };
  expect(load(allowed).chains[0]?.follow.allowsRewinds).toBe(true);
  expect(() => load({ ...allowed, NODE_ENV: 'production' })).toThrow(
    'HISTORY_ALLOW_REWINDS: is refused with NODE_ENV=production: it empties the store',
  );
  expect(() => load({ ...allowed, HISTORY_CHAIN_ID: CHAIN_ID })).toThrow(
    'HISTORY_ALLOW_REWINDS: is refused with HISTORY_CHAIN_ID: it empties the store of a chain that is known',
  );
});

test('each chain has its servers: a comma separates chains, a bar servers of the same one', () => {
  const { chains } = load({
    HISTORY_SHIP_URL: 'ws://a:1|wss://b/ship/, file:///node/data/|ws://c',
    HISTORY_NAME: 'one,two',
  });
  expect(chains.map(({ shipUrls }) => shipUrls)).toEqual([
    ['ws://a:1', 'wss://b/ship'],
    ['file:///node/data', 'ws://c'],
  ]);
  for (const wrong of ['ws://a|', 'ws://a|http://b', '|ws://a', 'file://host/data', 'file:///data?a=b'])
    expect(() => load({ HISTORY_SHIP_URL: wrong })).toThrow('HISTORY_SHIP_URL');
});

test('each chain has its snapshot, or none', () => {
  const { chains } = load({
    HISTORY_SHIP_URL: 'ws://a,ws://b',
    HISTORY_NAME: 'one,two',
    HISTORY_SNAPSHOT: 'none, /srv/two.bin.zst',
  });
  expect(chains.map(({ follow }) => follow.snapshot)).toEqual([undefined, '/srv/two.bin.zst']);
  expect(load({}).chains[0]?.follow.snapshot).toBeUndefined();
  expect(() => load({ HISTORY_SNAPSHOT: 'one.bin', HISTORY_FIRST_BLOCK: '-7200' })).toThrow(
    'HISTORY_SNAPSHOT: is refused with HISTORY_FIRST_BLOCK',
  );
});

test('each chain has its archives, those to fill from and the folder that is served, or none', () => {
  const { chains } = load({
    HISTORY_SHIP_URL: 'ws://a,ws://b',
    HISTORY_NAME: 'one,two',
    HISTORY_ARCHIVE_URL: 'none,https://host/x/|file:///srv/archive',
    HISTORY_ARCHIVE_DIR: '/srv/one, none',
  });
  expect(chains.map(({ archiveUrls, archiveDir }) => [archiveUrls, archiveDir])).toEqual([
    [[], '/srv/one'],
    [['https://host/x', 'file:///srv/archive'], undefined],
  ]);
  expect(load({}).chains[0]).toMatchObject({ archiveUrls: [], archiveDir: undefined });
});

test.each([
  ['HISTORY_ARCHIVE_URL', 'ftp://host'],
  ['HISTORY_ARCHIVE_URL', 'file://host/folder'],
  ['HISTORY_ARCHIVE_URL', './folder'],
  ['HISTORY_ARCHIVE_URL', 'https://host/a|'],
  ['HISTORY_ARCHIVE_URL', 'none,none'],
  ['HISTORY_ARCHIVE_URL', 'https://host/a?token=b'],
  ['HISTORY_ARCHIVE_URL', 'file:///srv/a#b'],
  ['HISTORY_ARCHIVE_DIR', '/a,/b'],
  ['HISTORY_SNAPSHOT', '/a,/b'],
  ['HISTORY_SNAPSHOT', '/a,'],
])('%s=%s is refused for one chain', (name, value) => {
  expect(() => load({ [name]: value })).toThrow(name);
});
