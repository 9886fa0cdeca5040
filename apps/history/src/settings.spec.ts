import { loadHistorySettings } from './settings';

const CHAIN_ID = 'ab'.repeat(32);
const load = (env: Readonly<Record<string, string>>) =>
  loadHistorySettings({ HISTORY_SHIP_URL: 'ws://127.0.0.1:8988', ...env });

test('the follower takes every block of any chain from the first one of the node by default', () => {
  expect(load({}).chains[0]?.follow).toEqual({
    chainId: undefined,
    firstBlock: undefined,
    irreversibleOnly: false,
    keepBlocks: undefined,
    maxMessageBytes: 1024 * 1024 * 1024,
    credits: 100,
  });
});

test('the settings of the follower reach each chain', () => {
  const { chains } = load({
    HISTORY_CHAIN_ID: CHAIN_ID,
    HISTORY_FIRST_BLOCK: '1000',
    HISTORY_FOLLOW: 'irreversible',
    HISTORY_KEEP_BLOCKS: '345600',
    HISTORY_MAX_MESSAGE_MIB: '64',
    HISTORY_CREDITS: '5',
  });
  expect(chains[0]?.follow).toEqual({
    chainId: Uint8Array.from(Buffer.from(CHAIN_ID, 'hex')),
    firstBlock: 1000,
    irreversibleOnly: true,
    keepBlocks: 345_600,
    maxMessageBytes: 64 * 1024 * 1024,
    credits: 5,
  });
});

test.each([
  ['HISTORY_CHAIN_ID', 'AB'.repeat(32)],
  ['HISTORY_CHAIN_ID', `${CHAIN_ID},${CHAIN_ID}`],
  ['HISTORY_FIRST_BLOCK', '0'],
  ['HISTORY_FOLLOW', 'lib'],
  ['HISTORY_KEEP_BLOCKS', '999'],
  ['HISTORY_MAX_MESSAGE_MIB', '0'],
  ['HISTORY_CREDITS', '1'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => load({ [name]: value })).toThrow(name);
});
