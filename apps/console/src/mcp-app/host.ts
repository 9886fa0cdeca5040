// The host of this page, by the MCP Apps extension: JSON-RPC over messages of windows.
import { isMembers, type Members, membersOf } from './members';

/** Revision of the extension. */
const PROTOCOL_VERSION = '2026-01-26';
const INITIALIZE_ID = 1;
const METHOD_NOT_FOUND = -32_601;

/** Messages of a host to this page. */
export interface HostEvents {
  readonly result: (result: unknown) => void;
  readonly cancelled: (params: unknown) => void;
  /** Members of the context that changed. */
  readonly context: (context: Members) => void;
}

/** To the window that shows this page alone. The messages hold nothing but names and sizes. */
const send = (message: object): void => {
  parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
};

/** Asks the host to start this page, and reports what it says. The page asks a host for nothing else. */
export function connectHost(appInfo: { name: string; version: string }, events: HostEvents): void {
  addEventListener('message', ({ source, data }) => {
    if (source === parent && isMembers(data)) receive(data, events);
  });
  const appCapabilities = { availableDisplayModes: ['inline', 'fullscreen'] };
  send({
    id: INITIALIZE_ID,
    method: 'ui/initialize',
    params: { appInfo, appCapabilities, protocolVersion: PROTOCOL_VERSION },
  });
}

function receive({ id, method, params, result }: Members, events: HostEvents): void {
  switch (method) {
    case undefined:
      if (id === INITIALIZE_ID && isMembers(result)) start(membersOf(result['hostContext']), events);
      return;
    case 'ui/notifications/tool-result':
      events.result(params);
      return;
    case 'ui/notifications/tool-cancelled':
      events.cancelled(params);
      return;
    case 'ui/notifications/host-context-changed':
      events.context(membersOf(params));
      return;
    case 'ping':
    case 'ui/resource-teardown':
      send({ id, result: {} });
      return;
    default:
      if (id !== undefined) send({ id, error: { code: METHOD_NOT_FOUND, message: 'Method not found' } });
  }
}

function start(context: Members, { context: changed }: HostEvents): void {
  changed(context);
  send({ method: 'ui/notifications/initialized', params: {} });
  let last = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    send({ method: 'ui/notifications/size-changed', params: { width: innerWidth, height } });
  }).observe(document.body);
}
