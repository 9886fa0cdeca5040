import { createLogger } from '@app/operations';
import type { NodeStatus } from '@app/upstream';
import { CommandToken } from './command-token';
import { NodeCommands } from './node-commands';

const TOKEN = 'a token of thirty-two characters';
const FIT = { kind: 'fit', why: '' } as const;

const status = (node: string, isCordoned: boolean): NodeStatus => ({
  ...{ node, isCordoned, isBackup: false, fitness: FIT, judged: FIT, circuit: 'closed' },
  ...{ headBlock: 1, headTimeMs: 1, capabilities: [] },
});

describe('commands about nodes', () => {
  const lines: string[] = [];
  const logger = createLogger(
    { logLevel: 'warn', logBufferBytes: 0 },
    { write: (line: string) => void lines.push(line) },
  );
  beforeEach(() => {
    lines.length = 0;
  });

  it.each([
    [63, 'cordon', 200, true],
    [64, 'cordon', 409, false],
    [64, 'uncordon', 200, true],
  ])(
    'commands about nodes: while %d other nodes are cordoned %s is answered %d',
    async (count, verb, expected, isDone) => {
      const cordoned = Array.from({ length: count }, (_, index) => status(`node-${index}`, true));
      const done: string[] = [];
      const commands = new NodeCommands(
        new CommandToken(TOKEN),
        {
          statusOf: () => [...cordoned, status('last', false), status('further', false)],
          cordon: (_network, label) => Promise.resolve(done.push(label) > 0),
        },
        logger,
      );
      const page = await commands.answer(`/networks/mainnet/nodes/further/${verb}`, `Bearer ${TOKEN}`);
      expect(page?.status).toBe(expected);
      expect(done).toEqual(isDone ? ['further'] : []);
      expect(lines).toHaveLength(done.length);
    },
  );
});
