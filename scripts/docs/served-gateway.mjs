import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { entryPoint, ROOT } from '../setup.mjs';

export const LIBS = path.join(ROOT, 'dist', 'gateway', 'libs');
export const HISTORY = path.join(ROOT, 'dist', 'history', 'apps', 'history');
const require = createRequire(import.meta.url);

/** The URL of the gateway in the pages: `npm start` without settings. */
const SERVER = { url: 'http://127.0.0.1:3000', description: 'The gateway of npm start' };

/** The OpenAPI document of a gateway that is started for this purpose, without a chain. */
export async function servedDocument() {
  const gateway = spawn(process.execPath, [entryPoint('gateway')], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      MANAGEMENT_PORT: '0',
      NETWORKS_FILE: '',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await new Promise((resolve, reject) => {
      gateway.once('exit', (code) => reject(new Error(`the gateway ended with ${code}`)));
      createInterface({ input: gateway.stdout }).on('line', (line) => {
        const match = /gateway listening on (\S+)/.exec(line);
        if (match) resolve(match[1]);
      });
    });
    return neutralDocument(await (await fetch(`${url}/docs/openapi.json`)).json());
  } finally {
    gateway.removeAllListeners('exit');
    gateway.kill('SIGTERM');
  }
}

/** Removes the description of the networks, which depends on the deployment. */
function neutralDocument(openapi) {
  const { NETWORK_DESCRIPTION } = require(path.join(LIBS, 'tooling', 'src', 'declare', 'network-input.js'));
  const inputs = Object.entries(openapi.components.schemas).filter(([name]) => name.endsWith('Input'));
  for (const [, { properties }] of inputs)
    properties.network &&= { ...properties.network, description: NETWORK_DESCRIPTION };
  const [description] = openapi.info.description.split('\n\nNetworks: ');
  return { ...openapi, info: { ...openapi.info, description }, servers: [SERVER] };
}
