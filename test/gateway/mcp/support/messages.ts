import { allOr } from '../../../harness/long';
import { VERSION } from '../../../harness/gateway/raw-client';

/** A message of POST /mcp and the headers that come with it. */
export interface Message {
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

const PREFIX = 'io.modelcontextprotocol/';
const KEY = `${PREFIX}protocolVersion`;
const CAPABILITIES = `${PREFIX}clientCapabilities`;
const CLIENT = { name: 'spec', version: '1' };

const envelope = (members: object = {}): object => ({ [KEY]: VERSION, [CAPABILITIES]: {}, ...members });
const capable = (capabilities: unknown): object => envelope({ [CAPABILITIES]: capabilities });

/** `_meta`: without an envelope, with a valid one, and with one that breaks a rule. */
export const METAS: readonly unknown[] = [
  undefined,
  null,
  'meta',
  [],
  {},
  { progressToken: 1.5 },
  { progressToken: 'a', [`${PREFIX}related-task`]: {} },
  { [CAPABILITIES]: {} },
  { [`${PREFIX}clientInfo`]: CLIENT },
  { [KEY]: VERSION },
  ...[null, 5, '', '2025-11-25', '2031-01-01', 'x'].map((version) => envelope({ [KEY]: version })),
  { [KEY]: 5 },
  envelope(),
  envelope({ progressToken: 7, 'com.example/key': [1] }),
  envelope({ progressToken: {} }),
  ...[
    CLIENT,
    {},
    'spec',
    { ...CLIENT, icons: [{}] },
    { ...CLIENT, icons: [{ src: 'a', theme: 'blue' }] },
  ].map((info) => envelope({ [`${PREFIX}clientInfo`]: info })),
  ...['debug', 'loud', 5].map((level) => envelope({ [`${PREFIX}logLevel`]: level })),
  ...[null, 5, [], { unknown: 5 }, { tasks: 5 }].map(capable),
  ...[5, {}, { context: [] }, { context: {}, tools: { a: null } }].map((sampling) => capable({ sampling })),
  ...[
    5,
    [],
    {},
    { form: [] },
    { form: { applyDefaults: 'x' } },
    { url: 5 },
    { form: { a: 1 }, url: {}, b: [{}] },
  ].map((elicitation) => capable({ elicitation })),
  ...[[], {}, { listChanged: 1 }, { listChanged: true }].map((roots) => capable({ roots })),
  ...[5, { a: 1 }, { a: [] }, { a: {} }].flatMap((some) => [
    capable({ experimental: some }),
    capable({ extensions: some }),
  ]),
];

/** Methods of all revisions with params that they take, and the name that `Mcp-Name` repeats. */
export const CALLS: readonly (readonly [method: string, params?: object, name?: string])[] = [
  ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: CLIENT }],
  ['ping'],
  ['tools/list', {}],
  ['tools/call', { name: 'demo_book', arguments: { pair: 'btcusdt' } }, 'demo_book'],
  ['tools/call', { name: 'demo_book', arguments: '{"pair":5}' }, 'demo_book'],
  ['tools/call', { name: 'nosuch', task: {} }, 'nosuch'],
  ['server/discover', {}],
  ['prompts/list', { cursor: 'x' }],
  ['prompts/get', { name: 'test_simple_prompt' }, 'test_simple_prompt'],
  ['resources/list', {}],
  ['resources/templates/list', { cursor: 5 }],
  ['resources/read', { uri: 'test://static-text' }, 'test://static-text'],
  ['resources/read', { uri: 'test://none' }, 'test://none'],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'a' }, argument: { name: 'b', value: 'c' } }],
  ['completion/complete', { ref: 5 }],
  ['notifications/initialized'],
  ['nosuch', {}],
  ['constructor', {}],
];

function headersOf(method: string, name: string | undefined): Message['headers'][] {
  const named: Message['headers'] = name === undefined ? {} : { 'mcp-name': name };
  const newest = { 'mcp-protocol-version': VERSION };
  return [
    {},
    { ...newest, 'mcp-method': method, ...named },
    { ...newest, 'mcp-method': method },
    newest,
    { ...newest, 'mcp-method': 'other', ...named },
    { 'mcp-method': 'other' },
    { ...newest, 'mcp-method': method, 'mcp-name': 'other' },
    ...['2031-01-01', '2025-11-25', '2025-01-01', '', 'x'].map((version) => ({
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...named,
    })),
  ];
}

/**
 * Every method with every `_meta` and every set of headers, as a request and as a notification; in the short form every
 * method with every `_meta`, and one set of headers after the other.
 */
export function wellFormed(): Message[] {
  return CALLS.flatMap(([method, params, name], row) =>
    METAS.flatMap((meta, index) => {
      const given = meta === undefined ? params : { ...params, _meta: meta };
      const message = { jsonrpc: '2.0', method, ...(given === undefined ? {} : { params: given }) };
      const all = headersOf(method, name);
      return allOr(all, [all[(row + index) % all.length]!]).flatMap((headers) => [
        { body: { ...message, id: 1 }, headers },
        { body: message, headers },
      ]);
    }),
  );
}

/** Bodies that are no batch and mostly neither a request nor a notification, under no header and that of the newest revision. */
export function malformed(): Message[] {
  const request = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const bodies: unknown[] = [
    null,
    true,
    5,
    'hello',
    {},
    { hello: 1 },
    ...[null, 1.5, 2 ** 60, '', -0, true, {}, []].map((id) => ({ ...request, id })),
    ...['1.0', 2, null].map((jsonrpc) => ({ ...request, jsonrpc })),
    ...[null, 5, '', {}].flatMap((method) => [
      { ...request, method },
      { jsonrpc: '2.0', method },
    ]),
    ...[null, 5, 'x', [], [1]].map((params) => ({ ...request, params })),
    { ...request, more: 1 },
    { ...request, result: {} },
    { jsonrpc: '2.0', id: 1 },
    { jsonrpc: '2.0', id: 1, params: {} },
    ...[{}, null, 5, [], { _meta: {} }, { _meta: 5 }, { _meta: { progressToken: {} } }].flatMap((result) => [
      { jsonrpc: '2.0', id: 1, result },
      { jsonrpc: '2.0', result },
    ]),
    { jsonrpc: '2.0', id: 'a', result: { _meta: { [`${PREFIX}serverInfo`]: 5 } } },
    { jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: 'a' } },
    ...[
      { code: 1, message: 'a' },
      { code: 1, message: 'a', data: [1], more: 1 },
      { code: 1.5, message: 'a' },
      { code: 1 },
      5,
    ].flatMap((error) => [
      { jsonrpc: '2.0', id: 1, error },
      { jsonrpc: '2.0', error },
      { jsonrpc: '2.0', id: null, error },
    ]),
  ];
  const headers: Message['headers'][] = [{}, { 'mcp-protocol-version': VERSION, 'mcp-method': 'ping' }];
  return bodies.flatMap((body) => headers.map((named) => ({ body, headers: named })));
}
