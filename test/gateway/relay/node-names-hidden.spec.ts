import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { allOr, longOr } from '../../harness/long';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { TestChain } from '../../harness/node/test-chain';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import {
  type Answer,
  type CallTool,
  overMcp,
  overRest,
  type ToolResult,
} from '../../harness/gateway/gateway-client';
import { exampleInputs } from '../../harness/gateway/openapi';
import { FAULTS, type FaultyNode, faultyNode } from '../../harness/fake-node/faulty-node';

/** Requests that are answered before the node breaks: from none to as many as any tool makes. */
const ANSWERED = longOr([0, 1, 2, 3, 5, 8], [0, 3]);
/** Calls at once share the answers; a failed read of one waits for 100 ms on average before it is tried again. */
const AT_ONCE = longOr(1, 100);
const FAULT_NAMES = Object.keys(FAULTS);
/** A name that stands nowhere else: what an answer says of it was said of the node. */
const HOST = 'localhost';

/** The development profile, but with a registrar that is no node. */
function profileFile(): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'unnamed-')), 'profile.yaml');
  const text = readFileSync(developmentProfileFile(), 'utf8');
  const changed = text.replace(/^registrar_url: .*$/m, 'registrar_url: https://registrar.example');
  if (changed === text) throw new Error('the profile has no registrar_url');
  writeFileSync(file, changed.replace(/^affected_set: .*$/m, 'affected_set: null'));
  return file;
}

let chain: TestChain;
let node: FaultyNode;
const profile = profileFile();
/** The documented ones; the short form has the first of each tool. */
let examples: { tool: string; input: Answer }[];

beforeAll(async () => {
  chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks: 'timed' });
  node = await faultyNode(chain.url);
  const gateway = await startGateway(chain.url);
  const documented = await exampleInputs(gateway.url);
  const isFirst = ({ tool }: { tool: string }, index: number): boolean =>
    documented[index - 1]?.tool !== tool;
  examples = longOr(documented, documented.filter(isFirst));
  await gateway.close();
});
afterAll(async () => {
  await node.close();
  await chain.close();
  rmSync(path.dirname(profile), { recursive: true });
});

describe.each([
  ['REST', overRest],
  ['MCP', overMcp],
])('names of nodes in answers over %s', (_surface, over) => {
  let gateway: RunningGateway;
  let call: CallTool;

  const start = async (): Promise<void> => {
    Object.assign(node, { answersLeft: Infinity, only: undefined });
    gateway = await startGateway(`http://${HOST}:${node.port}`, profile);
    call = over(gateway.url);
  };
  const told = (results: readonly ToolResult[]) => results.map(({ body }) => JSON.stringify(body));
  /** The port only behind a host: among hashes and amounts there are five digits like it now and then. */
  const named = (texts: readonly string[]) => {
    const name = new RegExp(`${HOST}|127\\.0\\.0\\.1|[\\w\\]]:${node.port}\\b`);
    return texts.filter((text) => name.test(text));
  };

  /** The short form has a fifth of the tools for each fault, other ones over the other surface. */
  const examplesOf = (fault: string) => {
    const first = FAULT_NAMES.indexOf(fault) + (over === overMcp ? 2 : 0);
    const isChosen = (_: object, index: number): boolean => (index + first) % FAULT_NAMES.length === 0;
    return allOr(examples, examples.filter(isChosen));
  };

  describe('of gateways that have read nothing yet', () => {
    // A gateway each: answers that it keeps would hide the faults.
    beforeEach(start);
    afterEach(() => gateway.close());

    it.each(Object.entries(FAULTS))(
      'answers contain no name of a node that %s, from any request on',
      async (name, fault) => {
        node.fault = fault;
        const asked = examplesOf(name);
        const results: ToolResult[] = [];
        for (const answers of ANSWERED) {
          for (let from = 0; from < asked.length; from += AT_ONCE) {
            const calls = asked.slice(from, from + AT_ONCE);
            node.answersLeft = answers * calls.length;
            results.push(...(await Promise.all(calls.map(({ tool, input }) => call(tool, input)))));
          }
        }
        expect(named(told(results))).toEqual([]);
        // The faults were met: what begins at once is refused by every tool that asks the chain at all.
        const refused = results.slice(0, asked.length).filter(({ ok }) => !ok);
        expect(refused.length).toBeGreaterThan(asked.length / 2);
      },
    );
  });

  describe('of one gateway', () => {
    beforeAll(start);
    afterAll(() => gateway.close());

    it.each(Object.entries(FAULTS))(
      'answers contain no name of a node that %s during a dry run',
      async (_fault, fault) => {
        Object.assign(node, { fault, answersLeft: 0, only: '/v1/chain/compute_transaction' });
        const transfer = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.0001' };
        const { ok, body } = await call('transfer', transfer);
        expect(ok).toBe(true);
        expect(body['simulation']).toEqual({
          ...{ status: 'unavailable', error: expect.any(String) as string },
          effects: null,
        });
        expect(named([JSON.stringify(body['simulation'])])).toEqual([]);
      },
    );
  });
});
