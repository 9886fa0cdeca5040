import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SignerFolder } from './folder';
import { install, MCP_CLIENTS } from './install';

describe('signer install', () => {
  const before = process.cwd();
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'install-'));
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  const run = (client: string, options: object = {}): string[] =>
    install(
      { folder: 'own', network: 'mainnet', 'passphrase-file': 'secret', ...options },
      new SignerFolder('own'),
      [client],
    ) as string[];
  const serverIn = (text: string, member: string) =>
    (JSON.parse(text) as Record<string, Record<string, { command: string; args: string[] }>>)[member]![
      'chain-tool-signer'
    ]!;

  it.each(Object.entries(MCP_CLIENTS))(
    'the configuration for %s is printed, and no file changes',
    (name, { member }) => {
      const { command, args } = serverIn(run(name)[0]!, member);
      expect(command).toBe(process.execPath);
      expect(args.slice(-5)).toEqual([
        'serve',
        '--folder',
        path.resolve('own'),
        '--passphrase-file',
        path.resolve('secret'),
      ]);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('the passphrase of a host may be in the keychain, and is in no descriptor of it', () => {
    const keychain = { 'passphrase-file': undefined, 'passphrase-keychain': true };
    const { args } = serverIn(run('cursor', keychain)[0]!, 'mcpServers');
    expect(args.slice(-2)).toEqual([path.resolve('own'), '--passphrase-keychain']);
    expect(() => run('cursor', { 'passphrase-file': undefined, 'passphrase-fd': '3' })).toThrow(
      '--passphrase-file is missing',
    );
  });

  it('--write keeps the other servers and a copy of the file', () => {
    const text = JSON.stringify({ other: 1, mcpServers: { one: { command: 'x' } } });
    writeFileSync('.mcp.json', text);
    const [, kept] = run('claude-code', { write: true });
    const written = JSON.parse(readFileSync('.mcp.json', 'utf8')) as Record<string, Record<string, unknown>>;
    expect(written).toMatchObject({ other: 1, mcpServers: { one: { command: 'x' } } });
    expect(Object.keys(written['mcpServers']!)).toEqual(['one', 'chain-tool-signer']);
    expect(readFileSync(kept!.split(': ')[1]!, 'utf8')).toBe(text);
  });

  it('--write makes a file that is missing, in its folder', () => {
    expect(run('vscode', { write: true })).toEqual(['written: .vscode/mcp.json']);
    expect(serverIn(readFileSync('.vscode/mcp.json', 'utf8'), 'servers').args).toContain('serve');
  });

  it('a file that is no JSON is left as it is', () => {
    writeFileSync('.mcp.json', '{ // comment\n}');
    expect(() => run('claude-code', { write: true })).toThrow('is no JSON without comments');
    writeFileSync('.mcp.json', '{"mcpServers": []}');
    expect(() => run('claude-code', { write: true })).toThrow('another form');
    expect(readFileSync('.mcp.json', 'utf8')).toBe('{"mcpServers": []}');
    expect(existsSync('own')).toBe(false);
  });

  it('an unknown client, and a passphrase that a host cannot ask for, are refused', () => {
    expect(() => run('toString')).toThrow('is unknown');
    expect(() => run('cursor', { 'passphrase-file': undefined })).toThrow('--passphrase-file is missing');
  });
});
