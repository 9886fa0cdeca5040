import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { loadSettings } from '@app/operations';
import type { INestApplication } from '@nestjs/common';
import { createGateway } from '../../../apps/gateway/src/create-gateway';
import { ManagementServer } from '../../../apps/gateway/src/management/management.server';
import { initializeRequest, send } from '../../harness/gateway/raw-client';

interface Told {
  schema: string;
  openapi: string;
  swagger: string;
  instructions: string;
  info: unknown;
  /** Of the MCP App. */
  page: string;
}

describe('the real_funds statement', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'real-funds-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The label of every surface of a gateway on these networks; no request to a node is made. */
  async function told(networks: string | undefined): Promise<Told> {
    const file = path.join(folder, 'networks.yaml');
    if (networks !== undefined) writeFileSync(file, `networks:\n${networks}`);
    const app = await createGateway(
      loadSettings({
        ...{ LOG_LEVEL: 'silent', PORT: '0', MANAGEMENT_PORT: '0', DEVCHAIN_PORT: '9100' },
        ...(networks === undefined ? {} : { NETWORKS_FILE: file }),
      }),
    );
    await app.listen(0, '127.0.0.1');
    await app.get(ManagementServer, { strict: false }).listen();
    try {
      return await ask(app);
    } finally {
      (app.getHttpServer() as Server).closeAllConnections();
      await app.close();
    }
  }

  async function ask(app: INestApplication): Promise<Told> {
    const url = await app.getUrl();
    const mcp = new URL(`${url}/mcp`);
    const { result } = (await send(mcp, initializeRequest('tools/list'))).json;
    const tools = result!['tools'] as { inputSchema: Document }[];
    const schemas = new Set(tools.map(({ inputSchema }) => inputSchema.properties['network']!.description));
    const hello = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'c', version: '1' },
    };
    const initialized = (await send(mcp, initializeRequest('initialize', hello))).json.result!;
    const openapi = await (await fetch(`${url}/docs/openapi.json`)).text();
    const page = await send(
      mcp,
      initializeRequest('resources/read', { uri: 'ui://chain-tool-gateway/proposal' }),
    );
    const info = await fetch(`${app.get(ManagementServer, { strict: false }).url}/info`);
    expect(schemas.size).toBe(1);
    return {
      schema: [...schemas][0]!,
      openapi,
      swagger: (JSON.parse(openapi) as { info: { description: string } }).info.description,
      instructions: initialized['instructions'] as string,
      page: (page.json.result!['contents'] as [{ text: string }])[0].text,
      info: ((await info.json()) as { networks: unknown }).networks,
    };
  }

  const network = (name: string, more = ''): string =>
    `  ${name}:\n    chain_id: first-contact\n    profile: '${developmentProfileFile()}'\n` +
    `    nodes: ['http://127.0.0.1:1']\n${more}`;

  it('the real_funds statement is on every surface for the configured networks', async () => {
    const { schema, openapi, swagger, instructions, info, page } = await told(
      network('mainnet') + network('testnet', '    real_funds: false\n'),
    );
    expect(schema).toBe('mainnet: real funds; testnet: no real funds');
    expect(openapi).toContain(schema);
    for (const text of [swagger, instructions]) {
      expect(text).toContain('Networks: mainnet (real funds) and testnet (no real funds).');
      expect(text).not.toContain('controls');
    }
    expect(info).toMatchObject([
      { name: 'mainnet', real_funds: true },
      { name: 'testnet', real_funds: false },
    ]);
    expect(page).toContain('"real_funds":{"mainnet":true,"testnet":false}');
  });

  it('the real_funds statement is false for the embedded development chains, with the address of their admin API', async () => {
    const { schema, swagger, instructions, info } = await told(undefined);
    expect(schema).toBe(
      'mainnet: development chain, no real funds; testnet: development chain, no real funds',
    );
    for (const text of [swagger, instructions]) {
      expect(text).toContain('http://127.0.0.1:9100/devchain/docs (mainnet)');
      expect(text).toContain('http://127.0.0.1:9101/devchain/docs (testnet)');
    }
    expect(info).toMatchObject([
      { name: 'mainnet', real_funds: false },
      { name: 'testnet', real_funds: false },
    ]);
  });

  it('the real_funds statement names a network that is not configured', async () => {
    const { schema, instructions, page } = await told(network('mainnet'));
    expect(schema).toBe('mainnet: real funds; testnet: not configured');
    expect(instructions).toContain('Networks: mainnet (real funds).');
    expect(page).toContain('"real_funds":{"mainnet":true}');
  });
});

interface Document {
  properties: Record<string, { description: string }>;
}
