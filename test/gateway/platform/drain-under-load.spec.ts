import { Agent, request } from 'node:http';
import path from 'node:path';
import { GatewayProcess } from '../../harness/process/gateway-process';

const HOOK = ['--require', path.join(__dirname, 'support', 'accepted-connections.cjs')];
const CLIENTS = 16;
const STOP_AFTER = 300;

interface Outcome {
  readonly localPort: number | undefined;
  readonly status: number | undefined;
}

/**
 * One request; one that got no whole answer has no status, and one whose connection was never opened has no
 * port either. A connection that the kernel opened and the process never accepted is none of the process'
 * connections: the kernel resets it with the listening socket.
 */
const send = (port: number, agent: Agent): Promise<Outcome> =>
  new Promise((resolve) => {
    const body = '{"account":"NOT A NAME"}';
    let localPort: number | undefined;
    const outgoing = request(
      { port, host: '127.0.0.1', path: '/v1/tools/get_account', method: 'POST', agent },
      (answer) => {
        answer.on('error', () => resolve({ localPort, status: undefined }));
        answer.resume().on('end', () => resolve({ localPort, status: answer.statusCode }));
      },
    );
    outgoing.on('socket', (socket) => {
      const note = () => (localPort = socket.localPort);
      if (socket.connecting) socket.once('connect', note);
      else note();
    });
    outgoing.on('error', () => resolve({ localPort, status: undefined })).end(body);
  });

/** Clients that send one request after the other, without a retry, until the port is closed. */
async function load(
  port: number,
  keepAlive: boolean,
  onAnswer: (answered: number) => void,
): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive });
  const outcomes: Outcome[] = [];
  const client = async () => {
    for (;;) {
      const outcome = await send(port, agent);
      outcomes.push(outcome);
      if (outcome.localPort === undefined) return; // refused: the port is closed
      onAnswer(outcomes.length);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
  return outcomes;
}

describe('the gateway that drains under load', () => {
  it.each([
    ['SIGTERM', 'fresh connections', false, 0],
    ['SIGTERM', 'kept connections', true, 0],
    ['SIGTERM', 'fresh connections', false, 500],
    ['SIGTERM', 'kept connections', true, 500],
    ['SIGHUP', 'kept connections', true, 0],
  ] as const)(
    'answers every request on a connection that it accepted: %s, %s (%s), delay of %d ms',
    async (signal, _connections, keepAlive, delayMs) => {
      const gateway = GatewayProcess.start(
        { SHUTDOWN_DELAY_MS: String(delayMs), RATE_LIMIT_READ: '1000000' },
        HOOK,
      );
      const port = await gateway.port();
      let isStopped = false;
      const outcomes = await load(port, keepAlive, (answered) => {
        if (isStopped || answered < STOP_AFTER) return;
        isStopped = true;
        gateway.child.kill(signal);
      });
      expect(await gateway.ended()).toBe(0);
      const accepted = new Set(
        /^accepted (.*)$/m
          .exec(gateway.output)![1]!
          .split(' ')
          .filter((ports) => ports.startsWith(`${port}:`))
          .map((ports) => Number(ports.split(':')[1])),
      );
      const lost = outcomes.filter(
        ({ localPort, status }) => status === undefined && accepted.has(localPort ?? 0),
      );
      expect(lost).toEqual([]);
      expect(outcomes.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(STOP_AFTER);
    },
  );
});
