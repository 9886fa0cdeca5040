// Requests that are in flight for as long as a test wants: their bodies are sent in two halves.
import { request } from 'node:http';
import { READ_TOOL } from './clients.mjs';

export class HeldRequests {
  #requests;
  #answers;

  /** Sends heads and first halves; leastconn gives every replica the same number of them. */
  constructor(url, count) {
    const body = READ_TOOL.body.padEnd(64, ' ');
    this.startedMs = performance.now();
    this.#requests = Array.from({ length: count }, () =>
      request(url + READ_TOOL.path, {
        method: 'POST',
        agent: false,
        headers: { ...READ_TOOL.headers, 'content-length': body.length },
      }),
    );
    this.#answers = this.#requests.map((one) => this.#answered(one));
    for (const one of this.#requests) one.write(body.slice(0, 32));
    this.rest = body.slice(32);
  }

  #answered(one) {
    const finished = (rest) => ({
      ...{ kind: 'held', startedMs: this.startedMs, endedMs: performance.now(), text: '' },
      ...rest,
    });
    return new Promise((resolve) => {
      one.on('response', (answer) => {
        answer
          .resume()
          .on('close', () =>
            resolve(finished({ status: answer.statusCode, replica: answer.headers['x-replica'] })),
          );
      });
      one.on('error', (error) => resolve(finished({ status: 0, text: String(error) })));
    });
  }

  /** Sends the second halves. Resolves to the records of all. */
  finish() {
    for (const one of this.#requests) one.end(this.rest);
    return Promise.all(this.#answers);
  }
}
