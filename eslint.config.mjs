import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import jsdoc from 'eslint-plugin-jsdoc';
import tseslint from 'typescript-eslint';

const root = path.dirname(fileURLToPath(import.meta.url));

/** The import rules of docs/explanation/architecture.md. A lib is listed with the libs it may import. */
const LIBS = {
  'api-page': ['program'],
  antelope: [],
  bitcoin: [],
  client: [],
  'node-api': [],
  redis: [],
  program: ['redis'],
  operations: ['program', 'redis'],
  ship: ['antelope'],
  networks: ['antelope', 'program'],
  tracing: ['operations'],
  'rate-limit': ['operations', 'redis'],
  upstream: ['antelope', 'networks', 'operations', 'redis'],
  tooling: ['antelope', 'rate-limit', 'operations'],
  prices: ['antelope', 'networks', 'upstream', 'operations'],
  proposals: ['antelope', 'networks', 'upstream', 'operations'],
};
const APPS = ['gateway', 'devchain', 'history', 'console', 'signer'];
/** The parts of the gateway's platform that a feature may import: errors and the types and paths of surfaces. */
const PLATFORM_FACE = ['platform/errors', 'platform/surface.ts', 'platform/surface-paths.ts'];
const COMPOSE_FOLDERS = ['network', 'lookups', 'composing', 'table-rows', 'formatting', ...PLATFORM_FACE];
/** The folders of the gateway, each with the folders it may import. Features are those with PLATFORM_FACE. */
const GATEWAY_FOLDERS = {
  http: [],
  json: [],
  formatting: [],
  'table-rows': [],
  chains: [],
  profile: ['chains', 'table-rows'],
  network: ['chains', 'formatting', 'profile'],
  lookups: ['network', 'table-rows', 'formatting'],
  composing: ['chains', 'network', 'lookups', 'table-rows', 'formatting'],
  platform: ['http', 'json'],
  'kept-answers': ['json', ...PLATFORM_FACE],
  management: ['http', 'chains'],
  account: [...COMPOSE_FOLDERS, 'profile/development-node.ts'],
  bridge: COMPOSE_FOLDERS,
  lending: COMPOSE_FOLDERS,
  market: COMPOSE_FOLDERS,
  'node-proxy': ['chains', 'network', 'json', ...PLATFORM_FACE],
  relay: COMPOSE_FOLDERS,
  mcp: ['chains', 'network', 'formatting', 'json', 'kept-answers', ...PLATFORM_FACE],
  docs: ['chains', 'formatting', ...PLATFORM_FACE],
  health: PLATFORM_FACE,
};
/** The folders of the development chain above its contracts, each with the folders it may import. */
const DEVCHAIN_FOLDERS = {
  http: ['settings.ts'],
  client: ['contracts', 'kernel'],
  genesis: ['client', 'contracts', 'kernel'],
  operators: ['genesis', 'client', 'contracts', 'kernel'],
  simulation: ['operators', 'genesis', 'client', 'contracts', 'kernel'],
  admin: ['http', 'operators', 'genesis', 'client', 'contracts', 'kernel', 'settings.ts'],
  api: ['http', 'kernel'],
  ship: ['http', 'kernel'],
};
const STORE_FACE = ['store/port.ts', 'store/records.ts', 'store/queries.ts', 'store/errors.ts'];
/** Folders that a subject of the history node may import; never another subject. */
const HISTORY_SHARED = ['answers', 'decoding', 'derive', 'envelope', 'http', 'parameters', ...STORE_FACE];
/** Parts of the store by which a route reads a list of the state: its SQL is in the file of the route. */
const STATE_LISTS = [
  'store/state-list.ts',
  'store/sql/reading/sql-page.ts',
  'store/sql/values.ts',
  'store/sql/blobs.ts',
];
const HISTORY_SUBJECTS = [
  'abis',
  'accounts',
  'actions',
  'candles',
  'deltas',
  'health',
  'keys',
  'links',
  'missed-blocks',
  'proposals',
  'schedules',
  'trace',
  'transactions',
];
/** The folders of the history node, each with the folders it may import. */
const HISTORY_FOLDERS = {
  derive: [],
  store: ['derive'],
  answers: ['derive', ...STORE_FACE],
  follow: ['derive', ...STORE_FACE],
  parameters: ['derive', ...STORE_FACE],
  decoding: ['answers', 'derive', ...STORE_FACE],
  envelope: ['answers', 'decoding', ...STORE_FACE],
  http: ['parameters', ...STORE_FACE],
  stream: HISTORY_SHARED,
  serving: ['follow/follow-status.ts', 'store', 'stream/index-events.ts'],
  indexing: [
    'derive',
    'follow',
    'http/post-to-node.ts',
    'serving/history-changes.ts',
    'store',
    'stream/index-events.ts',
  ],
  management: ['follow/follow-status.ts', 'serving/history-changes.ts', 'settings.schema.ts'],
  routes: [...HISTORY_SHARED, ...STATE_LISTS],
  ...Object.fromEntries(HISTORY_SUBJECTS.map((subject) => [subject, [...HISTORY_SHARED, 'routes']])),
};
/** The folders of the console, each with the folders it may import. */
const CONSOLE_SHARED = ['app/location.ts', 'app/views.ts', 'chain', 'gateway', 'ui', 'values'];
const CONSOLE_FOLDERS = {
  values: [],
  chain: ['gateway/network-facts.ts', 'gateway/proposal.ts', 'values'],
  gateway: ['app/location.ts', 'values'],
  ui: ['app/location.ts', 'gateway', 'values'],
  views: CONSOLE_SHARED,
  app: ['gateway', 'ui', 'values', 'views'],
};
/** Of libs/antelope, the files that run in a browser: no Node, no packages of a server. */
const BROWSER_PARTS = [
  'bytes',
  'transactions/pack.ts',
  'transactions/signing.ts',
  'transactions/transaction.ts',
  'values',
];
/** The folders of libs/upstream, each with the folders it may import. */
const UPSTREAM_FOLDERS = {
  node: [],
  cordon: [],
  pool: ['node'],
  cache: [],
  push: ['pool', 'node'],
  stream: ['pool', 'node'],
  verify: ['pool', 'node'],
  client: ['push', 'stream', 'verify', 'cache', 'pool', 'node'],
};

const foldersOf = (parent) =>
  readdirSync(path.join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The folders of test/ with specs; harness and fixtures are for all of them. */
const SUITES = foldersOf('test').filter((name) => !['harness', 'fixtures'].includes(name));

/** Every folder has a rule: a new one is refused until it has its own. */
for (const [parent, known] of [
  ['apps', APPS],
  ['libs', Object.keys(LIBS)],
  ['apps/gateway/src', [...Object.keys(GATEWAY_FOLDERS), 'testing']],
  ['apps/devchain/src', [...Object.keys(DEVCHAIN_FOLDERS), 'kernel', 'contracts']],
  ['apps/history/src', Object.keys(HISTORY_FOLDERS)],
  ['apps/console/src', Object.keys(CONSOLE_FOLDERS)],
  ['libs/upstream/src', Object.keys(UPSTREAM_FOLDERS)],
]) {
  const folder = foldersOf(parent).find((name) => !known.includes(name));
  if (folder !== undefined) throw new Error(`${parent}/${folder} has no import rule in eslint.config.mjs`);
}

const zones = [
  ...Object.keys(LIBS).map((lib) => ({
    target: `./libs/${lib}`,
    from: ['./apps', './test'],
    message: 'a lib never imports an app or a test',
  })),
  ...APPS.flatMap((app) =>
    APPS.filter((other) => other !== app).map((other) => ({
      target: `./apps/${app}`,
      from: `./apps/${other}`,
      message: 'no app imports another app: chains and history nodes are known by URL only',
    })),
  ),
  ...Object.entries(GATEWAY_FOLDERS).map(([folder, allowed]) => ({
    target: `./apps/gateway/src/${folder}`,
    from: './apps/gateway/src',
    except: [folder, 'testing', ...allowed].map((name) => `./${name}`),
    message: `${folder} may import only: ${allowed.join(', ') || 'no other folder'}`,
  })),
  {
    target: './apps/devchain/src/kernel',
    from: './apps/devchain/src',
    except: ['./kernel'],
    message: 'the kernel knows no contract and no HTTP',
  },
  {
    target: './apps/devchain/src/kernel/sdk',
    from: './apps/devchain/src/kernel',
    except: ['./sdk'],
    message: 'the sdk of contracts imports no other folder of the kernel',
  },
  {
    target: './apps/devchain/src/contracts',
    from: './apps/devchain/src',
    except: ['./contracts', './kernel/sdk'],
    message: 'contracts import contracts and kernel/sdk only',
  },
  ...Object.entries(DEVCHAIN_FOLDERS).map(([folder, allowed]) => ({
    target: `./apps/devchain/src/${folder}`,
    from: './apps/devchain/src',
    except: [folder, ...allowed].map((name) => `./${name}`),
    message: `${folder} may import only: ${allowed.join(', ')}`,
  })),
  ...Object.entries(HISTORY_FOLDERS).map(([folder, allowed]) => ({
    target: `./apps/history/src/${folder}`,
    from: './apps/history/src',
    except: [folder, ...allowed].map((name) => `./${name}`),
    message: `${folder} may import only: ${allowed.join(', ') || 'no other folder'}`,
  })),
  ...Object.entries(CONSOLE_FOLDERS).map(([folder, allowed]) => ({
    target: `./apps/console/src/${folder}`,
    from: './apps/console/src',
    except: [folder, ...allowed].map((name) => `./${name}`),
    message: `${folder} may import only: ${allowed.join(', ') || 'no other folder'}`,
  })),
  {
    target: './apps/console',
    from: './libs',
    except: BROWSER_PARTS.map((part) => `./antelope/src/${part}`),
    message: `the console imports of the libs only libs/antelope/src: ${BROWSER_PARTS.join(', ')}`,
  },
  ...Object.entries(UPSTREAM_FOLDERS).map(([folder, allowed]) => ({
    target: `./libs/upstream/src/${folder}`,
    from: './libs/upstream/src',
    except: [folder, ...allowed].map((name) => `./${name}`),
    message: `${folder} may import only: ${allowed.join(', ') || 'no other folder'}`,
  })),
  ...SUITES.map((suite) => ({
    target: `./test/${suite}`,
    from: './test',
    except: [suite, 'harness', 'fixtures'].map((name) => `./${name}`),
    message: 'a suite imports no other suite: move what both need into test/harness',
  })),
];

const libImportRules = Object.entries(LIBS).map(([lib, allowed]) => ({
  files: [`libs/${lib}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^@app/(?!(${[...allowed, '-'].join('|')})$)`,
            message: `libs/${lib} may import only: ${allowed.join(', ') || 'no other lib'}`,
          },
          ...(lib === 'antelope' || lib === 'ship'
            ? [{ regex: '^@nestjs/|^ws$|^node:(http|https|net|fs)', message: `libs/${lib}: no Nest, no I/O` }]
            : []),
          ...(lib === 'client'
            ? [
                {
                  regex: '^(?!\\.|@noble/curves/)',
                  message: 'libs/client: browsers run it, one optional package',
                },
              ]
            : []),
        ],
      },
    ],
  },
}));

/** Folders of the history node with pure functions. */
const pureHistoryRules = {
  files: ['apps/history/src/derive/**/*.ts', 'apps/history/src/answers/**/*.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [{ regex: '^@nestjs/|^ws$|^pg$|^node:(http|net|fs|sqlite)', message: 'no Nest, no I/O' }],
      },
    ],
  },
};

/** Exports of libs have a docstring; constants other than functions may do without. */
const docstringRules = {
  files: ['libs/*/src/**/*.ts'],
  ignores: ['**/*.spec.ts', '**/testing/**'],
  plugins: { jsdoc },
  rules: {
    'jsdoc/require-jsdoc': [
      'error',
      {
        publicOnly: true,
        enableFixer: false,
        require: { ClassDeclaration: true, FunctionDeclaration: true },
        contexts: [
          'TSInterfaceDeclaration',
          'TSTypeAliasDeclaration',
          'ExportNamedDeclaration > VariableDeclaration[declarations.0.init.type="ArrowFunctionExpression"]',
        ],
      },
    ],
  },
};

/** Loading `fetch` takes 26 MB of a history node. */
const smallHistoryRules = {
  files: ['apps/history/src/**/*.ts'],
  ignores: ['**/*.spec.ts'],
  rules: {
    'no-restricted-globals': [
      'error',
      { name: 'fetch', message: 'loading it takes 26 MB: http/post-to-node.ts' },
    ],
  },
};

export default tseslint.config(
  { ignores: ['.cache', 'dist', 'node_modules', 'coverage'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strict, ...tseslint.configs.stylistic],
    plugins: { 'import-x': importX },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    settings: {
      'import-x/extensions': ['.ts', '.tsx'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      'import-x/resolver-next': [
        createNodeResolver({
          extensions: ['.ts', '.tsx', '.js'],
          tsconfig: { configFile: path.join(root, 'tsconfig.json') },
        }),
      ],
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/consistent-type-imports': 'off',
      'no-console': 'error',
      'import-x/no-restricted-paths': ['error', { basePath: root, zones }],
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'settings are one typed object, read once at start (libs/operations)',
        },
      ],
    },
  },
  ...libImportRules,
  pureHistoryRules,
  docstringRules,
  smallHistoryRules,
  {
    files: [
      'libs/operations/src/settings*.ts',
      'apps/*/src/main.ts',
      'apps/devchain/src/settings.ts',
      'test/**/*.ts',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['apps/*/src/main.ts', 'libs/program/src/run-program.ts', 'test/load/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
);
