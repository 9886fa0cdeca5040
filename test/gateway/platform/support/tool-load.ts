import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';

/**
 * One request; one that got no whole answer has no status, and one whose connection was never opened has no
 * port either. A connection that the kernel opened and the process never accepted is none of the process'
 * connections: the kernel resets it with the listening socket.
 */
export interface Outcome {
  readonly localPort: number | undefined;
  /** The system's clock before the connection was opened: its port may have been one of an earlier connection. */
  readonly openedMs: number;
  readonly status: number | undefined;
}

const opened = new WeakMap<Socket, number>();

const send = (port: number, agent: Agent): Promise<Outcome> =>
  new Promise((resolve) => {
    const body = '{"account":"NOT A NAME"}';
    let localPort: number | undefined;
    let openedMs = Date.now();
    const end = (status?: number) => resolve({ localPort, openedMs, status });
    const outgoing = request(
      { port, host: '127.0.0.1', path: '/v1/tools/get_account', method: 'POST', agent },
      (answer) => {
        answer.on('error', () => end());
        answer.resume().on('end', () => end(answer.statusCode));
      },
    );
    outgoing.on('socket', (socket) => {
      openedMs = opened.get(socket) ?? openedMs;
      opened.set(socket, openedMs);
      const note = () => (localPort = socket.localPort);
      if (socket.connecting) socket.once('connect', note);
      else note();
    });
    outgoing.on('error', () => end()).end(body);
  });

export interface TimedOutcome extends Outcome {
  /** From the start of the previous request of the client to the end of this one. */
  readonly sincePreviousMs: number;
}

/** Clients that send one request after the other, without a retry, until the port is closed. */
export class ToolLoad {
  readonly outcomes: TimedOutcome[] = [];
  /** Resolves when the port is closed for all clients. */
  readonly ended: Promise<void>;

  constructor(port: number, clients: number, keepAlive: boolean) {
    const agent = new Agent({ keepAlive });
    this.ended = Promise.all(Array.from({ length: clients }, () => this.#client(port, agent))).then(() =>
      agent.destroy(),
    );
  }

  async #client(port: number, agent: Agent): Promise<void> {
    for (let previousMs = performance.now(); ;) {
      const startedMs = performance.now();
      const outcome = await send(port, agent);
      this.outcomes.push({ ...outcome, sincePreviousMs: performance.now() - previousMs });
      previousMs = startedMs;
      if (outcome.localPort === undefined) return; // refused: the port is closed
    }
  }
}
