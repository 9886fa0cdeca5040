import { integerRow, settingRow, type SettingRow } from '@app/operations';
import { z } from 'zod';

const isUrl = (text: string, protocols: readonly string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== '';

const urls = (protocols: readonly string[]) =>
  z
    .string()
    .transform((text) => text.split(',').map((url) => url.trim().replace(/\/+$/, '')))
    .refine((list) => list.every((url) => isUrl(url, protocols)));

const NAME = /^[a-z][a-z0-9-]{0,31}$/;
const HOST = /^[\w.:-]+$/;

/** Every setting of the history node by the name of its environment variable. */
export const HISTORY_SETTINGS = {
  HISTORY_SHIP_URL: settingRow(
    urls(['ws:', 'wss:']),
    'the ws:// URL of a state-history websocket; more than one, separated by commas, are chains of their own',
    'ws://127.0.0.1:8988',
  ),
  HISTORY_CHAIN_URL: settingRow(
    urls(['http:', 'https:']).default([]),
    'the http:// or https:// URL of an API of the same node, one for each chain; unset: no account bodies, and health without the node',
    'http://127.0.0.1:8888',
  ),
  HISTORY_NAME: settingRow(
    z
      .string()
      .transform((text) => text.split(',').map((name) => name.trim()))
      .refine((names) => names.every((name) => NAME.test(name)) && new Set(names).size === names.length)
      .default(['chain']),
    'a name for each chain, of a-z, 0-9 and -, separated by commas: names files and log lines; default chain',
    'mainnet',
  ),
  HISTORY_HOST: settingRow(
    z.string().regex(HOST).default('127.0.0.1'),
    'an address or host name to listen on; default 127.0.0.1',
    '0.0.0.0',
  ),
  HISTORY_PORT: integerRow(
    0,
    65_535,
    7000,
    'a TCP port (0 picks a free one); further chains use the next ones',
  ),
  HISTORY_MANAGEMENT_HOST: settingRow(
    z.string().regex(HOST).default('127.0.0.1'),
    'an address or host name to listen on for metrics and readiness; default 127.0.0.1',
    '0.0.0.0',
  ),
  HISTORY_MANAGEMENT_PORT: integerRow(0, 65_535, 7090, 'a TCP port (0 picks a free one)'),
  HISTORY_STATE_DIR: settingRow(
    z.string().optional(),
    'the folder of the SQLite files; unset: in memory, read again from the node at each start',
    './.history',
  ),
  LOG_LEVEL: settingRow(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'trace, debug, info, warn, error, fatal or silent; default info',
    'info',
  ),
  LOG_BUFFER_BYTES: integerRow(
    65_536,
    1_073_741_824,
    4_194_304,
    'bytes of log lines that wait while standard output is not read; more are dropped',
  ),
} satisfies Record<string, SettingRow>;
