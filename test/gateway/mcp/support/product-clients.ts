import * as stateless from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Product } from '../../../harness/process/product';

/** A client library and the revisions of MCP that it uses. */
export interface RevisionClient {
  readonly revision: string;
  readonly client: Client | stateless.Client;
}

const IMPLEMENTATION = { name: 'mcp-spec', version: '1' };

/** The product, and one client of the revisions with `initialize` and one of the revision without it. */
export class ProductClients {
  readonly older = new Client(IMPLEMENTATION);
  readonly newest = new stateless.Client(IMPLEMENTATION, { versionNegotiation: { mode: 'auto' } });
  readonly byRevision: readonly RevisionClient[] = [
    { revision: 'the older revisions', client: this.older },
    { revision: 'the newest revision', client: this.newest },
  ];
  #product: Product | undefined;

  get product(): Product {
    if (this.#product === undefined) throw new Error('the product is not started');
    return this.#product;
  }

  get mcp(): URL {
    return new URL(`${this.product.url}/mcp`);
  }

  /** @param env settings of the product; without its history node unless they say otherwise */
  async start(env: NodeJS.ProcessEnv = { HISTORY: 'off' }): Promise<void> {
    this.#product = await Product.launch({ LOG_LEVEL: 'silent', ...env });
    await this.product.printed('Ctrl-C stops everything');
    await this.older.connect(new StreamableHTTPClientTransport(this.mcp));
    await this.newest.connect(new stateless.StreamableHTTPClientTransport(this.mcp));
  }

  async close(): Promise<void> {
    await this.older.close();
    await this.newest.close();
    await this.#product?.ended('SIGTERM');
  }
}
