import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { closeServer, listenOnLoopback } from '../loopback-server';

/** An answer to get_info as JSON. */
export type InfoAnswer = Record<string, unknown>;

/** A proxy in front of a real node that changes some of its answers. */
export interface LyingNode {
  readonly url: string;
  /** Changes an answer to get_info; undefined: it is passed as it is. */
  lie: ((info: InfoAnswer) => InfoAnswer) | undefined;
  /** Changes an answer of a route, by its path; it sees the body of the request. One that throws ends the connection. */
  readonly lies: Map<string, (answer: unknown, body: string) => unknown>;
  /** ABIs in place of the true ones, by account. */
  readonly abis: Map<string, Uint8Array>;
  /** Whether every request is answered with HTTP 500 that is none of a node. */
  isBroken: boolean;
  /** Until it passes a request on. */
  delayMs: number;
  close(): Promise<void>;
}

export async function lyingNode(nodeUrl: string): Promise<LyingNode> {
  const server = createServer((request, response) => {
    (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (node.isBroken) return void response.writeHead(500).end('broken');
      if (node.delayMs > 0) await delay(node.delayMs);
      const { method = 'GET', url = '' } = request;
      const body = method === 'GET' ? null : Buffer.concat(chunks);
      const answer = await fetch(`${nodeUrl}${url}`, { method, body });
      const text = await answer.text();
      const isLie = node.lie !== undefined && url.startsWith('/v1/chain/get_info');
      const isAbi = url.startsWith('/v1/chain/get_raw_abi');
      const told = isLie ? JSON.stringify(node.lie?.(JSON.parse(text) as InfoAnswer)) : text;
      const change = node.lies.get(url);
      const changed = change ? JSON.stringify(await change(JSON.parse(text), String(body))) : told;
      const sent = isAbi ? withAbi(text, node.abis) : changed;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(sent);
    })().catch(() => response.destroy());
  });
  const node: LyingNode = {
    url: await listenOnLoopback(server),
    lie: undefined,
    lies: new Map(),
    abis: new Map(),
    isBroken: false,
    delayMs: 0,
    close: () => closeServer(server),
  };
  return node;
}

/** An answer to get_raw_abi; with other bytes and their hash where the node lies about the account. */
function withAbi(text: string, abis: ReadonlyMap<string, Uint8Array>): string {
  const answer = JSON.parse(text) as { readonly account_name?: string };
  const abi = abis.get(String(answer.account_name));
  if (abi === undefined) return text;
  return JSON.stringify({
    ...answer,
    abi: Buffer.from(abi).toString('base64'),
    abi_hash: hash('sha256', abi, 'hex'),
  });
}
