import { nameToValue } from '@app/antelope';
import { ManualClock } from '@app/operations';
import { type Devchain, startDevchain } from '../../../../apps/devchain/src/start-devchain';
import { DEPLOYED_CONTRACTS } from '../../../../apps/devchain/src/genesis/deployed-contracts';
import { decode } from '../../../../apps/devchain/src/kernel/sdk/abi/abi-type';
import type { TableDefinition } from '../../../../apps/devchain/src/kernel/sdk/table';

export interface Answer {
  status: number;
  headers: Headers;
  // Answers of many shapes, read by the specs.
  body: Record<string, unknown> & { error?: string };
}

/** A development chain over HTTP on a free port, with a manual clock; blocks are produced by admin requests only. */
export class AdminChain {
  private constructor(
    readonly devchain: Devchain,
    readonly clock: ManualClock,
  ) {}

  static async start({ simulation = false, isRemoteAllowed = false } = {}): Promise<AdminChain> {
    const clock = new ManualClock(Date.parse('2026-03-01T12:00:00Z'));
    const settings = {
      name: 'controlled',
      host: '127.0.0.1',
      port: 0,
      seed: 'controls',
      simulation,
      isRemoteAllowed,
    };
    const now = (): number => clock.now();
    const options = { now, blocks: 'manual' as const, contracts: DEPLOYED_CONTRACTS };
    return new AdminChain(await startDevchain(settings, options), clock);
  }

  close(): Promise<void> {
    return this.devchain.close();
  }

  async request(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.devchain.url}${path}`, { method, body, headers });
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : { text }) as Answer['body'],
    };
  }

  /** Sends one admin request. */
  send(name: string, body: object = {}): Promise<Answer> {
    return this.request('POST', `/devchain/${name}`, JSON.stringify(body));
  }

  async mustSend(name: string, body: object = {}): Promise<Answer['body']> {
    const { status, body: answer } = await this.send(name, body);
    if (status !== 200) throw new Error(`${name}: ${String(answer.error)}`);
    return answer;
  }

  async refusal(name: string, body: object): Promise<string | undefined> {
    const { status, body: answer } = await this.send(name, body);
    return status === 400 ? answer.error : `status ${String(status)}: ${JSON.stringify(answer)}`;
  }

  rows<R>(code: string, scope: string, { name, row }: TableDefinition<R>): R[] {
    const table = this.devchain.chain.table(code, nameToValue(scope), name);
    return Array.from(table?.rows() ?? [], ({ value }) => decode(row, value));
  }
}
