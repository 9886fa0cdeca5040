import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from './development';
import { NetworkNotConfiguredError, Networks } from './networks';

const CHAIN_ID = 'ab'.repeat(32);

describe('networks', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'networks-'));
    copyFileSync(developmentProfileFile(), path.join(folder, 'profile.yaml'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const load = (text: string, isProduction = false): Networks => {
    const networksFile = path.join(folder, 'networks.yaml');
    writeFileSync(networksFile, text);
    return Networks.load({ networksFile, devchainPort: 8888, isProduction });
  };
  const network = (more: string, chainId = CHAIN_ID): string =>
    `networks:\n  mainnet:\n    chain_id: ${chainId}\n    profile: profile.yaml\n${more}`;
  const NODES = '    nodes: [https://one.example, https://user:secret@two.example/api]\n';

  it('networks are read with the profile beside their file', () => {
    const { name, chainId, nodes, profile, realFunds } = load(network(NODES)).of('mainnet');
    expect({ name, chainId, nodes, realFunds }).toEqual({
      name: 'mainnet',
      chainId: CHAIN_ID,
      nodes: [
        { url: 'https://one.example', label: 'one.example', capabilities: undefined },
        { url: 'https://user:secret@two.example/api', label: 'two.example', capabilities: undefined },
      ],
      realFunds: true,
    });
    expect(profile.token('BTC').contract).toBe('btc.token');
  });

  it('networks take nodes with a label and capabilities, and number hosts that are named twice', () => {
    const { nodes } = load(
      network(`    nodes:
      - { url: 'https://a.example/1', capabilities: [chain, trace] }
      - https://a.example/2
      - { url: 'https://user:secret@b.example', label: archive }
`),
    ).of('mainnet');
    expect(nodes).toEqual([
      { url: 'https://a.example/1', label: 'a.example', capabilities: new Set(['chain', 'trace']) },
      { url: 'https://a.example/2', label: 'a.example-2', capabilities: undefined },
      { url: 'https://user:secret@b.example', label: 'archive', capabilities: undefined },
    ]);
  });

  it('networks take nodes with headers, a weight, a rate, and as a backup', () => {
    const { nodes } = load(
      network(`    nodes:
      - { url: 'https://a.example', headers: { x-api-key: k1 }, weight: 2.5, requests_per_second: 20 }
      - { url: 'https://b.example', backup: true }
`),
    ).of('mainnet');
    const known = { label: expect.any(String) as string, capabilities: undefined };
    expect(nodes).toEqual([
      {
        ...known,
        url: 'https://a.example',
        headers: { 'x-api-key': 'k1' },
        weight: 2.5,
        requestsPerSecond: 20,
      },
      { ...known, url: 'https://b.example', isBackup: true },
    ]);
  });

  it.each([
    ['headers.Host: must be the name of a header in lower case', '{ headers: { Host: a } }'],
    ['headers.host: is a header that the gateway sets', '{ headers: { host: a } }'],
    ['headers.x-key: must be 1 to 1024 printable ASCII characters', '{ headers: { x-key: "a\\nb" } }'],
    ['headers.x-key: must be 1 to 1024 printable ASCII characters', '{ headers: { x-key: " " } }'],
    ['weight: Too small', '{ weight: 0 }'],
    ['requests_per_second: Too small', '{ requests_per_second: 0 }'],
    ['backup: Invalid input', '{ backup: 1 }'],
  ])('networks refuse a node with %s', (reason, members) => {
    const entry = members.replace('{', "{ url: 'http://a',");
    expect(() => load(network(`    nodes: [${entry}]\n`))).toThrow(`networks.mainnet.nodes.0.${reason}`);
  });

  it('networks name the URL that is none beside a header for it, and do not show it', () => {
    const entry = "{ url: 'https//a/SECRET', headers: { authorization: Bearer x } }";
    const read = () => load(network(`    nodes: [${entry}]\n`));
    expect(read).toThrow('networks.mainnet.nodes.0.url: must be an http or https URL');
    expect(read).not.toThrow('SECRET');
  });

  it('networks refuse a node with credentials in its URL and in a header', () => {
    const entry = "{ url: 'http://a:b@c', headers: { authorization: Bearer x } }";
    expect(() => load(network(`    nodes: [${entry}]\n`))).toThrow('has credentials in its URL');
  });

  it.each([
    ['quorum', 'two nodes with real funds', NODES],
    ['sample', 'two nodes without real funds', `${NODES}    real_funds: false\n`],
    ['off', 'one node', '    nodes: [http://a]\n'],
    [
      'off',
      'one node and one that serves no chain',
      "    nodes: [http://a, { url: 'http://b', capabilities: [v2] }]\n",
    ],
    ['off', 'two nodes where it is configured', `${NODES}    verify: off\n`],
  ])('networks have the mode %s of verified reads with %s', (verify, _, text) => {
    expect(load(network(text)).of('mainnet').verify).toBe(verify);
  });

  it('networks say when one is not configured', () => {
    const networks = load(network(NODES));
    expect(() => networks.of('testnet')).toThrow(new NetworkNotConfiguredError('testnet'));
    expect(() => networks.of('testnet')).toThrow('network testnet is not configured');
    expect(() => networks.of('constructor')).toThrow(NetworkNotConfiguredError);
  });

  it.each([
    ['networks.mainnet.nodes: is missing', network('')],
    ['networks.mainnet.nodes: needs at least one node', network('    nodes: []\n')],
    ['networks.mainnet.nodes: names a node twice', network('    nodes: [http://a, http://a]\n')],
    ['networks.mainnet.nodes.0: must be an http or https URL', network('    nodes: [ftp://a]\n')],
    ['networks.mainnet.nodes.1.url: is missing', network('    nodes: [http://a, { label: b }]\n')],
    [
      'networks.mainnet.nodes.0.url: must be an http or https URL',
      network('    nodes: [{ url: ftp://a }]\n'),
    ],
    [
      'networks.mainnet.nodes.0.label: must be 1 to 64 letters, digits',
      network('    nodes: [{ url: http://a, label: a b }]\n'),
    ],
    [
      'networks.mainnet.nodes.0.capabilities.1: Invalid option: expected one of "chain"|"history"',
      network('    nodes: [{ url: http://a, capabilities: [chain, chian] }]\n'),
    ],
    [
      'networks.mainnet.nodes.0.color: is not known; known: url, discover, label, capabilities',
      network('    nodes: [{ url: http://a, color: red }]\n'),
    ],
    [
      'networks.mainnet.nodes: gives two nodes one label',
      network('    nodes: [{ url: http://a, label: c }, { url: http://b, label: c }]\n'),
    ],
    ['networks.mainnet.nodes.0: Invalid input: expected object', network('    nodes: [7]\n')],
    ['networks.mainnet.chain_id: must be 64 lower-case hex digits', network(NODES, 'abc')],
    [
      'networks.mainnet.chain_id: must be 64 lower-case hex digits, in quotes',
      network(NODES, '1'.repeat(64)),
    ],
    ['networks.mainnet.real_funds: must be true or false', network(`${NODES}    real_funds: maybe\n`)],
    ['networks.mainnet.color: is not known; known: chain_id, profile', network(`${NODES}    color: red\n`)],
    [
      'networks.mainnet.verify: quorum compares nodes: name two or more that serve the chain',
      network('    nodes: [http://a]\n    verify: quorum\n'),
    ],
    ['networks.mainnet.verify: Invalid option', network(`${NODES}    verify: always\n`)],
    ['networks: names no network', 'networks: {}\n'],
    ['networks.devnet', 'networks: { devnet: {} }\n'],
  ])('networks refuse a file with "%s"', (problem, text) => {
    expect(() => load(text)).toThrow(`${path.join(folder, 'networks.yaml')}: ${problem}`);
  });

  it('networks name a file that cannot be read, the profile included', () => {
    rmSync(path.join(folder, 'profile.yaml'));
    expect(() => load(network(NODES))).toThrow(
      `${path.join(folder, 'profile.yaml')}: cannot be read (ENOENT)`,
    );
  });

  it('networks take a chain id on first contact in development only', () => {
    const text = network(NODES, 'first-contact');
    expect(load(text).of('mainnet').chainId).toBeUndefined();
    expect(() => load(text, true)).toThrow('networks.mainnet.chain_id: first-contact is for development');
  });

  it('networks are written as the example shows', () => {
    const networksFile = path.join(path.dirname(developmentProfileFile()), 'networks.example.yaml');
    const networks = Networks.load({ networksFile, devchainPort: 8888, isProduction: false });
    expect(networks.all().map(({ name, nodes, realFunds }) => [name, nodes.length, realFunds])).toEqual([
      ['mainnet', 4, true],
      ['testnet', 1, false],
    ]);
  });

  it('networks are the two embedded chains when nothing is configured, never in production', () => {
    const source = { networksFile: undefined, devchainPort: 9100 };
    const networks = Networks.load({ ...source, isProduction: false });
    expect(
      networks
        .all()
        .map(({ name, nodes, realFunds }) => ({ name, nodes: nodes.map(({ url }) => url), realFunds })),
    ).toEqual([
      { name: 'mainnet', nodes: ['http://127.0.0.1:9100'], realFunds: false },
      { name: 'testnet', nodes: ['http://127.0.0.1:9101'], realFunds: false },
    ]);
    expect(() => Networks.load({ ...source, isProduction: true })).toThrow('must be named in production');
  });
});
