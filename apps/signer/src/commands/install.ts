import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { isSea } from 'node:sea';
import { FileError, writeOwnFile } from '../private-file';
import { given, type Command, type Options } from './options';
import { passphraseOption } from './passphrase';

/** A program that starts MCP servers, by the file that configures it. */
interface McpClient {
  readonly title: string;
  /** Member of the file that has the servers by name. */
  readonly member: 'mcpServers' | 'servers';
  /** Below the home folder, or of the current folder. */
  readonly file: (home: string, platform: NodeJS.Platform) => string;
}

const appSupport = (home: string, platform: NodeJS.Platform): string =>
  platform === 'darwin' ? path.join(home, 'Library', 'Application Support') : path.join(home, '.config');

/** Clients whose file is JSON. */
export const MCP_CLIENTS: Readonly<Record<string, McpClient>> = {
  'claude-code': { title: 'Claude Code, this folder', member: 'mcpServers', file: () => '.mcp.json' },
  'claude-desktop': {
    title: 'Claude Desktop',
    member: 'mcpServers',
    file: (home, platform) => path.join(appSupport(home, platform), 'Claude', 'claude_desktop_config.json'),
  },
  cursor: {
    title: 'Cursor',
    member: 'mcpServers',
    file: (home) => path.join(home, '.cursor', 'mcp.json'),
  },
  vscode: {
    title: 'Visual Studio Code, this folder',
    member: 'servers',
    file: () => path.join('.vscode', 'mcp.json'),
  },
};

const NAME = 'chain-tool-signer';
/** Node would take compiled code from the folder in NODE_COMPILE_CACHE without a check of who wrote it. */
const OWN_CODE = { NODE_DISABLE_COMPILE_CACHE: '1' };

/**
 * Prints the configuration of a client, or with --write puts it into the client's file, beside the servers that are there,
 * after a copy. It names this program by its file: no version that floats, and no shell.
 */
export const install: Command = (options, folder, [client = '']) => {
  const known = Object.hasOwn(MCP_CLIENTS, client) ? MCP_CLIENTS[client] : undefined;
  if (known === undefined)
    throw new FileError(
      `name a client: install ${Object.keys(MCP_CLIENTS).join(' | install ')}${client && `; ${client} is unknown`}`,
    );
  const args = [...programWords(), ...startWords(options, folder.folder)];
  const server = { command: process.execPath, args, env: OWN_CODE };
  const file = known.file(homedir(), process.platform);
  if (options.write !== true) {
    const text = JSON.stringify({ [known.member]: { [NAME]: server } }, null, 2);
    return [text, '', `For ${known.title}: put it into ${file}, or run this again with --write`];
  }
  const { before, backup } = keptFile(file);
  const servers = { ...membersOf(before[known.member], file), [NAME]: server };
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  writeOwnFile(file, `${JSON.stringify({ ...before, [known.member]: servers }, null, 2)}\n`);
  return [`written: ${file}`, ...(backup === undefined ? [] : [`the file as it was: ${backup}`])];
};

/** Words between Node and those of the command. An executable has its options in it, and no file beside it. */
const programWords = (): string[] =>
  isSea()
    ? []
    : // Another process of the same user could open Node's inspector, and read the key.
      ['--disable-sigusr1', path.resolve(process.argv[1] ?? '')];

/** Words after the program: a signer, or with --socket the pipe to one that runs as another user. */
function startWords(options: Options, folder: string): string[] {
  if (options.socket !== undefined) return ['connect', '--socket', path.resolve(options.socket)];
  const serve = ['serve', '--folder', path.resolve(folder)];
  if (passphraseOption(options) === 'passphrase-keychain') return [...serve, '--passphrase-keychain'];
  const passphrase = path.resolve(given(options['passphrase-file'], '--passphrase-file'));
  return [...serve, '--passphrase-file', passphrase];
}

/** The content of a file that exists, of which a copy is made first. */
function keptFile(file: string): { readonly before: Record<string, unknown>; readonly backup?: string } {
  if (!existsSync(file)) return { before: {} };
  let before: unknown;
  try {
    before = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new FileError(`${file} is no JSON without comments: put the configuration there yourself`, {
      cause,
    });
  }
  const backup = `${file}.${new Date().toISOString().replace(/[:.]/g, '-')}.backup`;
  copyFileSync(file, backup);
  return { before: membersOf(before, file), backup };
}

function membersOf(value: unknown, file: string): Record<string, unknown> {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new FileError(`${file} has another form than the configuration of a client`);
  return value as Record<string, unknown>;
}

/** The command that configures a client. */
export const INSTALL_COMMANDS: Readonly<Record<string, Command>> = { install };
