import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePorts } from '../../harness/process/ports';

const moduleUrl = (file: string) =>
  JSON.stringify(pathToFileURL(path.resolve(__dirname, `../../../scripts/start/${file}`)).href);

/** Settings of a run after the choice of its ports, or the message of a run that is refused. */
function settled(env: Readonly<Record<string, string>>, options: { canMove: boolean; base?: number }) {
  const script = `import { applySettings, developmentChains, historyNode } from ${moduleUrl('environment.mjs')};
    import { settlePorts, socketsOf } from ${moduleUrl('sockets.mjs')};
    applySettings({}, { file: '/nowhere/.env', base: ${options.base} });
    const sockets = () => {
      const chains = developmentChains(true);
      return socketsOf({ isGateway: true, chains, history: historyNode(chains) });
    };
    await settlePorts({ sockets, canMove: ${options.canMove}, command: 'npm start' });
    console.log(JSON.stringify(sockets().map(({ port }) => port)));`;
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env,
    encoding: 'utf8',
  });
  return { ports: run.status === 0 ? (JSON.parse(run.stdout) as number[]) : undefined, said: run.stderr };
}

describe('the ports of a run', () => {
  const occupants: Server[] = [];
  const occupy = async (port: number) => {
    const occupant = createServer().listen(port, '127.0.0.1');
    await once(occupant, 'listening');
    occupants.push(occupant);
  };
  afterEach(() => {
    for (const occupant of occupants.splice(0)) occupant.close();
  });

  it('a run with --ports uses nine consecutive ports', async () => {
    const base = await freePorts(9);
    const { ports } = settled({}, { canMove: true, base });
    expect(ports?.toSorted()).toEqual(Array.from({ length: 9 }, (_, index) => base + index));
  });

  it('a run with --ports leaves a state history that is off', async () => {
    const base = await freePorts(9);
    const { ports } = settled({ DEVCHAIN_SHIP_PORT: 'off' }, { canMove: true, base });
    expect(ports).toEqual([base, base + 1, base + 2, base + 3]);
  });

  it('a run whose block is taken in part is refused with every taken port, also in a terminal', async () => {
    const base = await freePorts(9);
    await Promise.all([occupy(base + 3), occupy(base + 8)]);
    const { ports, said } = settled({}, { canMove: true, base });
    expect(ports).toBeUndefined();
    expect(said).toMatch(
      new RegExp(`^  ${base + 3} .*DEVCHAIN_PORT\n  ${base + 8} .*HISTORY_PORT\n.*--ports \\d+$`, 'm'),
    );
  });

  it('a run without settings moves to a free block in a terminal, and says so in lines of 80 columns', async () => {
    // Another run of the product may have the port: then it is taken as well.
    await occupy(3000).catch(() => undefined);
    const { ports, said } = settled({}, { canMove: true });
    const base = ports?.[0] ?? 0;
    expect(ports?.toSorted()).toEqual(Array.from({ length: 9 }, (_, index) => base + index));
    expect(said).toContain(`--ports ${base}.`);
    for (const line of said.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('a run without settings is refused outside of a terminal', async () => {
    await occupy(3000).catch(() => undefined);
    const { ports, said } = settled({}, { canMove: false });
    expect(ports).toBeUndefined();
    expect(said).toMatch(/^ {2}3000 +gateway +PORT$/m);
  });

  it('a run with one port of its own is refused in a terminal', async () => {
    const port = await freePorts();
    await occupy(port);
    const { ports, said } = settled({ PORT: String(port) }, { canMove: true });
    expect(ports).toBeUndefined();
    expect(said).toMatch(new RegExp(`^  ${port} +gateway +PORT$`, 'm'));
  });
});
