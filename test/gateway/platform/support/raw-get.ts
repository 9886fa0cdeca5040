import { type IncomingHttpHeaders, request } from 'node:http';

/** An answer as it came: fetch would decompress its body and normalise its path. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

type Headers = Readonly<Record<string, string>>;

export const rawGet = (port: number, path: string, headers: Headers = {}): Promise<RawAnswer> =>
  raw('GET', port, path, headers);

export const rawPost = (
  port: number,
  path: string,
  headers: Headers = {},
  body?: string,
): Promise<RawAnswer> => raw('POST', port, path, headers, body);

function raw(
  method: string,
  port: number,
  path: string,
  headers: Headers,
  body?: string,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    request({ method, host: '127.0.0.1', port, path, headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(parts),
        });
      });
    })
      .on('error', reject)
      .end(body);
  });
}
