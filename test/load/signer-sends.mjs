// The signer's own time of a `send` over stdio: of the call, without the time in which the gateway or a node had a request.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { cpuSeconds, median } from './machine.mjs';

const WARM_UP = 10;
const SENDS = 60;
const CASES = [
  {
    send: 'transfer',
    input: (index) => ({ to: 'bob', symbol: 'USDT', amount: `0.${String(1000 + index)}` }),
  },
  {
    send: 'place_order with price_guard and open_orders',
    tool: 'place_order',
    input: (index) => ({ pair: 'btcusdt', side: 'sell', price: String(500_000 + index), amount: '0.0001' }),
  },
];

export async function measuredSends({ serve }, waiting) {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const transport = new StdioClientTransport({ command: process.execPath, args: serve });
  await client.connect(transport);
  let count = 0;
  const send = async ({ send: name, tool = name, input }) => {
    const call = { tool, arguments: input((count += 1)), request_id: `bench-${count}` };
    const waitedBefore = waiting.ms;
    const startedAt = performance.now();
    const { isError, content } = await client.callTool({ name: 'send', arguments: call });
    const ms = performance.now() - startedAt;
    if (isError || !content[0].text.includes('"executed"')) throw new Error(content[0].text);
    return { ms, own: ms - (waiting.ms - waitedBefore) };
  };
  const rounded = (value) => Math.round(value * 10) / 10;
  const rows = [];
  for (const each of CASES) {
    for (let index = 0; index < WARM_UP; index += 1) await send(each);
    const before = cpuSeconds(transport.pid);
    const times = [];
    for (let index = 0; index < SENDS; index += 1) times.push(await send(each));
    const cpu = cpuSeconds(transport.pid);
    const own = times.map((time) => time.own).sort((one, other) => one - other);
    rows.push({
      send: each.send,
      median_ms: rounded(median(times.map(({ ms }) => ms))),
      own_median_ms: rounded(median(own)),
      own_p95_ms: rounded(own[Math.floor(own.length * 0.95)]),
      cpu_ms: cpu === undefined ? undefined : rounded(((cpu - before) * 1000) / SENDS),
    });
  }
  await client.close();
  return { sends: SENDS, rows };
}
