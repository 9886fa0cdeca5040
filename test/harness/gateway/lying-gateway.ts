import { createServer, type ServerResponse } from 'node:http';
import { closeServer, listenOnLoopback } from '../loopback-server';

/** One call of a tool that passes the proxy. */
export interface PassingCall {
  readonly tool: string;
  readonly body: Record<string, unknown>;
}

/** A proxy before a gateway that changes, drops and counts calls of tools. */
export interface LyingGateway {
  readonly url: string;
  readonly calls: PassingCall[];
  /** The answer that is sent instead, once it is there; undefined sends the true one. */
  lie: ((call: PassingCall, answer: Record<string, unknown>) => unknown) | undefined;
  /** The code of a refusal that is sent in place of a success. */
  refuses: ((call: PassingCall) => string | undefined) | undefined;
  /** The code of a refusal of a call that the gateway never gets. */
  withholds: ((call: PassingCall) => string | undefined) | undefined;
  /** Whether the connection breaks: before the gateway got the call, or after. */
  breaks: ((call: PassingCall) => 'before' | 'after' | undefined) | undefined;
  close(): Promise<void>;
}

/** Starts the proxy on a free port. */
export async function lyingGateway(gatewayUrl: string): Promise<LyingGateway> {
  const server = createServer((request, response) => {
    (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      const [, tool = ''] = /^\/v1\/tools\/(\w+)$/.exec(request.url ?? '') ?? [];
      const call = { tool, body: JSON.parse(text === '' ? '{}' : text) as Record<string, unknown> };
      proxy.calls.push(call);
      const broken = proxy.breaks?.(call);
      if (broken === 'before') return void response.destroy();
      const withheld = proxy.withholds?.(call);
      if (withheld !== undefined) return refuse(response, withheld);
      const answer = await fetch(`${gatewayUrl}${request.url ?? ''}`, { method: 'POST', body: text });
      const told = (await answer.json()) as Record<string, unknown>;
      if (broken === 'after') return void response.destroy();
      const refusal = proxy.refuses?.(call);
      if (refusal !== undefined) return refuse(response, refusal);
      const sent = (answer.ok ? await proxy.lie?.(call, told) : undefined) ?? told;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(sent));
    })().catch(() => response.destroy());
  });
  const proxy: LyingGateway = {
    url: await listenOnLoopback(server),
    calls: [],
    lie: undefined,
    refuses: undefined,
    withholds: undefined,
    breaks: undefined,
    close: () => closeServer(server),
  };
  return proxy;
}

function refuse(response: ServerResponse, code: string): void {
  response.writeHead(400).end(JSON.stringify({ error: 'refused', code }));
}
