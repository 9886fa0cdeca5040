import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePorts } from '../harness/process/ports';
import { Product } from '../harness/process/product';

const ENVIRONMENT = pathToFileURL(path.resolve(__dirname, '../../scripts/start/environment.mjs')).href;

describe('the command line', () => {
  let product: Product | undefined;
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'command-line-'))));
  afterEach(async () => {
    await product?.ended('SIGTERM');
    product = undefined;
    rmSync(folder, { recursive: true });
  });

  /** Everything printed by a run that ends by itself. */
  const printed = async (...args: string[]) => {
    product = await Product.launch({}, args);
    const code = await product.ended();
    return { code, output: product.output };
  };

  it('--help lists every flag with its variable and starts nothing', async () => {
    const { code, output } = await printed('--help');
    expect(code).toBe(0);
    for (const flag of ['--port PORT', '--networks FILE', '--no-simulation', '[DEVCHAIN_STATE_DIR]'])
      expect(output).toContain(flag);
    expect(output).not.toContain('listening');
  });

  it('--version prints the version of package.json', async () => {
    const { code, output } = await printed('--version');
    expect(code).toBe(0);
    expect(output).toMatch(/^\d+\.\d+\.\d+$/m);
  });

  it.each([
    [['--prot', '4000'], 'did you mean --port?'],
    [['--simulation'], 'did you mean --no-simulation?'],
    [['--port'], '--port needs a value'],
    [['--accounts-out', '--json'], '--accounts-out needs a value'],
    [['--ports', '65528'], '--ports: "65528" is not the first of 9 ports'],
    [['--port', 'seventy'], '--port: "seventy" is not a port'],
    [['--no-simulation=yes'], '--no-simulation takes no value'],
    [['devchain'], '"devchain" is not expected'],
    [['-x'], '--x is not a flag'],
  ])('npm start refuses the arguments %j', async (args, message) => {
    const { code, output } = await printed(...args);
    expect(code).toBe(1);
    expect(output).toContain(message);
    expect(output).not.toMatch(/^\s+at /m);
  });

  describe('of npm run devchain', () => {
    let kept: string;
    let file: string;
    let chains: Product;
    beforeAll(async () => {
      kept = mkdtempSync(path.join(tmpdir(), 'devchain-'));
      file = path.join(kept, 'accounts.json');
      const args = ['--accounts-out', file, '--state', kept, '--no-simulation', '--quiet'];
      chains = await Product.launch({}, args, 'devchain');
      await chains.printed(`testnet  http://127.0.0.1:${chains.ports.devchain + 1}`);
    });
    afterAll(async () => {
      await chains.ended('SIGTERM');
      rmSync(kept, { recursive: true });
    });

    it('--quiet prints the addresses and no accounts', () => {
      expect(chains.output).toContain(`mainnet  http://127.0.0.1:${chains.ports.devchain}\n`);
      expect(chains.output).not.toContain('PVT_K1_');
      expect(chains.output).not.toContain('"level":"info"');
      expect(chains.output).not.toContain('/mcp');
    });

    it('--accounts-out writes the accounts for their owner alone, --state keeps the chains', async () => {
      const [mainnet, testnet] = await Promise.all(
        [0, 1].map(async (network) => {
          const url = `http://127.0.0.1:${chains.ports.devchain + network}/devchain/accounts`;
          return (await (await fetch(url)).json()) as { private_key: string }[];
        }),
      );
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mainnet, testnet });
      expect(mainnet![0]!.private_key).toMatch(/^PVT_K1_/);
      expect(testnet![0]!.private_key).not.toBe(mainnet![0]!.private_key);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(await chains.ended('SIGTERM')).toBe(0);
      expect(existsSync(path.join(kept, 'mainnet.state'))).toBe(true);
    });
  });

  it('the environment overrides .env, and a flag overrides both', () => {
    const file = path.join(folder, '.env');
    writeFileSync(file, 'PORT=1\nMANAGEMENT_PORT=1\nLOG_LEVEL=warn\n');
    const script = `import { applySettings } from ${JSON.stringify(ENVIRONMENT)};
      applySettings({ PORT: '3' }, { file: ${JSON.stringify(file)} });
      const { PORT, MANAGEMENT_PORT, LOG_LEVEL } = process.env;
      console.log(JSON.stringify([PORT, MANAGEMENT_PORT, LOG_LEVEL]));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      env: { PORT: '2', MANAGEMENT_PORT: '2' },
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toEqual(['3', '2', 'warn']);
  });

  it('npm start reports each network without a node that answers, and is not ready', async () => {
    const file = path.join(folder, 'networks.yaml');
    const nowhere = await freePorts();
    const profile = path.resolve(__dirname, '../../libs/networks/profiles/development.yaml');
    writeFileSync(
      file,
      `networks:\n  testnet:\n    chain_id: ${'ab'.repeat(32)}\n    nodes: [http://127.0.0.1:${nowhere}]\n    profile: ${profile}\n`,
    );
    product = await Product.launch({}, ['--networks', file]);
    await product.printed('Ctrl-C stops everything');
    expect(product.output).toMatch(/testnet +NO NODE ANSWERS: .*ECONNREFUSED/);
    expect(product.output).not.toContain('mainnet is not configured');
    expect(product.output).not.toContain('ready in');
    expect(product.output).not.toContain('alice');
  });
});
