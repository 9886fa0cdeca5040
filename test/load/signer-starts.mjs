// How long a process of the signer takes until it answers. The cases take turns in each round.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { median } from './machine.mjs';

const ROUNDS = 15;
const request = (id, method, params) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const INITIALIZE = request(1, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1.0.0' },
});
const INITIALIZED = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`;
const POLICY = request(2, 'tools/call', { name: 'policy', arguments: {} });

function ended(args) {
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, args);
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  return performance.now() - startedAt;
}

/** Milliseconds until the session is open, and until a tool that needs the open key has answered. */
async function served(args) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (text) => {
    child.stdin.write(text);
    const { value } = await lines.next();
    const { result } = JSON.parse(value);
    if (result === undefined || result.isError) throw new Error(value);
    return performance.now() - startedAt;
  };
  const initialize_ms = await answer(INITIALIZE);
  const policy_ms = await answer(INITIALIZED + POLICY);
  const exit = once(child, 'exit');
  child.stdin.end();
  await exit;
  return { initialize_ms, policy_ms };
}

const row = (name, all) => ({
  start: name,
  median_ms: Math.round(median(all)),
  least_ms: Math.round(Math.min(...all)),
});

export async function measuredStarts({ program, serve }) {
  const times = { node: [], help: [], initialize: [], policy: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.node.push(ended(['--eval', '0']));
    times.help.push(ended([program, '--help']));
    const { initialize_ms, policy_ms } = await served(serve);
    times.initialize.push(initialize_ms);
    times.policy.push(policy_ms);
  }
  return {
    rounds: ROUNDS,
    rows: [
      row('node --eval 0', times.node),
      row('signer --help', times.help),
      row('signer serve, until initialize is answered', times.initialize),
      row('signer serve, until the tool policy is answered: the key is open', times.policy),
    ],
  };
}
