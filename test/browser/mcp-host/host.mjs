// The page of a host: the official host side of the MCP Apps extension, bundled by the spec that uses it.
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

// The transport of the package tells the console each message; the spec watches the console of the view.
console.debug = () => undefined;

const frame = document.querySelector('iframe');
/** The methods of all messages of the view; an answer has none. */
const asked = [];
addEventListener('message', ({ source, data }) => {
  if (source === frame.contentWindow) asked.push(data.method ?? 'answer');
});

const CONTEXT = { theme: 'light', displayMode: 'inline', containerDimensions: { width: 800 } };
/** A host that would open links, call tools, take messages and copy. */
const CAPABILITIES = { openLinks: {}, serverTools: {}, serverResources: {}, message: { text: {} } };
const bridge = new AppBridge(null, { name: 'spec-host', version: '1' }, CAPABILITIES, {
  hostContext: CONTEXT,
});
bridge.onsizechange = ({ height }) => {
  frame.style.height = `${height}px`;
};
const initialized = new Promise((resolve) => {
  bridge.oninitialized = resolve;
});
await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
frame.src = frame.dataset.view;
await initialized;
window.host = { asked, bridge, app: bridge.getAppVersion() };
