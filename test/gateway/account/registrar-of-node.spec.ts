import { createServer, request, type Server } from 'node:http';
import { TestChain } from '../../harness/node/test-chain';
import { answerOf, overRest } from '../../harness/gateway/gateway-client';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { closeServer, listenOnLoopback } from '../../harness/loopback-server';

/** A node in front of `target` that has no development routes. */
const nodeWithoutControls = (target: string): Server =>
  createServer((incoming, response) => {
    if (incoming.url?.startsWith('/devchain/') === true) {
      response.writeHead(404).end('{"code":404}');
      return;
    }
    const { method, headers, url } = incoming;
    const forwarded = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    // The gateway closes its connections when it ends: requests that are under way end with them.
    forwarded.once('error', () => response.destroy());
    incoming.pipe(forwarded);
  });

describe('a registrar_url of {node}', () => {
  let chain: TestChain;
  let node: Server;
  let nodeUrl: string;
  beforeAll(async () => {
    chain = await TestChain.start();
    node = nodeWithoutControls(chain.url);
    nodeUrl = await listenOnLoopback(node);
  });
  afterAll(async () => {
    await closeServer(node);
    await chain.close();
  });

  const instructions = async (url: string): Promise<string> => {
    const gateway: RunningGateway = await startGateway(url);
    const answer = await answerOf(overRest(gateway.url)('get_account_request', { id: 'req-1' }));
    await gateway.close();
    return String(answer['instructions']);
  };

  it('request_account names the route of a node that is a development chain', async () => {
    expect(await instructions(chain.url)).toContain(`POST ${chain.url}/devchain/create-account`);
  });

  it('request_account shows no URL of a node that is not a development chain', async () => {
    const text = await instructions(nodeUrl);
    expect(text).toContain('This network names no registrar');
    expect(text).not.toContain(nodeUrl);
  });
});
