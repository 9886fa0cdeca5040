import { packageVersion } from '@app/program';

/** The version is that of the package. Stands on every result of the newest revision. */
export const SERVER_IDENTITY = {
  name: 'chain-tool-gateway',
  title: 'Chain Tool Gateway',
  version: packageVersion(__dirname),
};

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#2563a8" stroke-width="2">' +
  '<rect x="2" y="8" width="11" height="8" rx="4"/><rect x="11" y="8" width="11" height="8" rx="4"/></svg>';

/** Description of the server for display by clients. */
export const SERVER_INFO = {
  ...SERVER_IDENTITY,
  description:
    'Reads a chain with BTC and USDT lending and an orderbook exchange, composes unsigned transactions, relays signed ones. Holds no keys.',
  icons: [
    {
      src: `data:image/svg+xml;base64,${Buffer.from(ICON).toString('base64')}`,
      mimeType: 'image/svg+xml',
      sizes: ['any'],
    },
  ],
};

/** Lists never change while the process runs: there are no notifications and no subscriptions. */
export const CAPABILITIES = {
  ...{ tools: {}, prompts: {}, resources: {}, completions: {} },
  extensions: { 'io.modelcontextprotocol/skills': {}, 'io.modelcontextprotocol/ui': {} },
};
