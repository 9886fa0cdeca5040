import { compiled } from './compiled.mjs';

/** The URL of the gateway in the pages: `npm start` without settings. */
const SERVER = { url: 'http://127.0.0.1:3000', description: 'The gateway of npm start' };

/** The OpenAPI document of a gateway that is started for this purpose, in this process and without a chain. */
export async function servedDocument() {
  const { createGateway } = compiled('apps/gateway/src/create-gateway');
  const { listen } = compiled('apps/gateway/src/listen');
  const { loadSettings } = compiled('libs/operations/src/settings');
  // Without the settings of this process: limits and URLs of a deployment are parts of its document.
  const gateway = await createGateway(
    loadSettings({ PORT: '0', MANAGEMENT_PORT: '0', NODE_ENV: 'test', LOG_LEVEL: 'silent' }),
  );
  try {
    const url = await listen(gateway);
    return neutralDocument(await (await fetch(`${url}/docs/openapi.json`)).json());
  } finally {
    await gateway.close();
  }
}

const NETWORK_DESCRIPTION = 'get_chain_info says whether real funds are involved (real_funds)';

/** Removes the description of the networks, which depends on the deployment. */
function neutralDocument(openapi) {
  const inputs = Object.entries(openapi.components.schemas).filter(([name]) => name.endsWith('Input'));
  for (const [, { properties }] of inputs)
    properties.network &&= { ...properties.network, description: NETWORK_DESCRIPTION };
  const [description] = openapi.info.description.split('\n\nNetworks: ');
  return { ...openapi, info: { ...openapi.info, description }, servers: [SERVER] };
}
