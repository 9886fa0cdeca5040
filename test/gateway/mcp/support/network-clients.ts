import * as stateless from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { DevelopmentNetworks } from './development-networks';

/** A client library and the revisions of MCP that it uses. */
export interface RevisionClient {
  readonly revision: string;
  readonly client: Client | stateless.Client;
}

const IMPLEMENTATION = { name: 'mcp-spec', version: '1' };

/** Both development networks, and one client of the revisions with `initialize` and one of the revision without it. */
export class NetworkClients {
  readonly older = new Client(IMPLEMENTATION);
  readonly newest = new stateless.Client(IMPLEMENTATION, { versionNegotiation: { mode: 'auto' } });
  readonly byRevision: readonly RevisionClient[] = [
    { revision: 'the older revisions', client: this.older },
    { revision: 'the newest revision', client: this.newest },
  ];
  #networks: DevelopmentNetworks | undefined;

  /** Of the gateway. */
  get url(): string {
    if (this.#networks === undefined) throw new Error('the gateway is not started');
    return this.#networks.url;
  }

  get mcp(): URL {
    return new URL(`${this.url}/mcp`);
  }

  /** @param env settings of the gateway */
  async start(env: NodeJS.ProcessEnv = {}): Promise<void> {
    this.#networks = await DevelopmentNetworks.start(env);
    await this.older.connect(new StreamableHTTPClientTransport(this.mcp));
    await this.newest.connect(new stateless.StreamableHTTPClientTransport(this.mcp));
  }

  async close(): Promise<void> {
    await this.older.close();
    await this.newest.close();
    await this.#networks?.close();
  }
}
