import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { closeServer, listenOnLoopback } from '../../../harness/loopback-server';

interface AttributeValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
}

/** A span as OTLP/JSON has it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status?: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: AttributeValue }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: ReceivedSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

export const attributesOf = ({ attributes }: Pick<ReceivedSpan, 'attributes'>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

/** An OTLP/HTTP receiver that keeps what it gets. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly resources: Record<string, unknown>[] = [];
  readonly requests: { readonly path: string | undefined; readonly headers: IncomingHttpHeaders }[] = [];

  #url = '';

  private constructor(private readonly server: Server) {}

  static async start(): Promise<OtlpReceiver> {
    const server = createServer();
    const receiver = new OtlpReceiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        receiver.requests.push({ path: request.url, headers: request.headers });
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Export;
        for (const { resource, scopeSpans } of body.resourceSpans) {
          receiver.resources.push(attributesOf(resource));
          receiver.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
        }
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    receiver.#url = await listenOnLoopback(server);
    return receiver;
  }

  get url(): string {
    return this.#url;
  }

  stop(): Promise<void> {
    return closeServer(this.server);
  }
}
