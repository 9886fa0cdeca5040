import type { Duplex } from 'node:stream';

const REASONS: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the request header is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request took too long to arrive'],
};

/** Answers what is not HTTP, or never becomes a whole request; there is no request object to answer on. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = REASONS[error.code ?? ''] ?? ['400 Bad Request', 'the request is not valid HTTP'];
  socket.end(rawRefusal(status, message));
}

/** A whole answer, for a connection without a request object to answer on. */
export function rawRefusal(status: string, message: string): string {
  const body = JSON.stringify({ error: message });
  return (
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  );
}
