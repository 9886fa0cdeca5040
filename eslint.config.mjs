import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import jsdoc from 'eslint-plugin-jsdoc';
import tseslint from 'typescript-eslint';
import {
  APPS,
  BROWSER_PARTS,
  CONSOLE_FOLDERS,
  DEVCHAIN_FOLDERS,
  GATEWAY_FOLDERS,
  HISTORY_FOLDERS,
  LIB_FACES,
  LIBS,
  TOOLING_FOLDERS,
  UPSTREAM_FOLDERS,
} from './scripts/import-rules.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));

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
  ['libs/tooling/src', Object.keys(TOOLING_FOLDERS)],
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
    except: BROWSER_PARTS.map((part) => `./${part}`),
    message: `the console imports of the libs only: ${BROWSER_PARTS.join(', ')}`,
  },
  ...Object.entries(UPSTREAM_FOLDERS).map(([folder, allowed]) => ({
    target: `./libs/upstream/src/${folder}`,
    from: './libs/upstream/src',
    except: [folder, ...allowed].map((name) => `./${name}`),
    message: `${folder} may import only: ${allowed.join(', ') || 'no other folder'}`,
  })),
  ...Object.entries(TOOLING_FOLDERS).map(([folder, allowed]) => ({
    target: `./libs/tooling/src/${folder}/**/!(*.spec).ts`,
    from: './libs/tooling/src',
    except: [folder, ...allowed].map((name) => `./${name}`),
    message: `${folder} may import only: ${allowed.join(', ') || 'no other folder'}`,
  })),
  {
    target: './libs/tooling/src/**/!(*.spec).ts',
    from: './libs',
    except: ['./tooling'],
    message: 'what makes tools knows no chain and no process',
  },
  ...SUITES.map((suite) => ({
    target: `./test/${suite}`,
    from: './test',
    except: [suite, 'harness', 'fixtures'].map((name) => `./${name}`),
    message: 'a suite imports no other suite: move what both need into test/harness',
  })),
  ...[...SUITES, 'harness']
    .filter((suite) => suite !== 'libs')
    .map((suite) => ({
      target: `./test/${suite}`,
      from: './libs',
      except: LIB_FACES.map((face) => `./${face}`),
      message:
        'a suite imports of a lib its index.ts and its folder testing: see LIB_FACES in scripts/import-rules.mjs',
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

const environmentRead = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'settings are one typed object, read once at start (libs/operations)',
};
/** Parameters of constructors, and constructors, have no other form. */
const privateMembers = [
  "PropertyDefinition[accessibility='private']",
  "MethodDefinition[accessibility='private'][kind!='constructor']",
].map((selector) => ({ selector, message: 'a private member is written #name' }));

// No rule here needs types, which take most of the CPU time: .oxlintrc.json has those that do.
export default tseslint.config(
  { ignores: ['.cache', 'dist', 'node_modules', 'coverage'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strict, ...tseslint.configs.stylistic],
    plugins: { 'import-x': importX },
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
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/consistent-type-imports': 'off',
      'no-console': 'error',
      'import-x/no-restricted-paths': ['error', { basePath: root, zones }],
      'no-restricted-syntax': ['error', environmentRead, ...privateMembers],
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
    rules: { 'no-restricted-syntax': ['error', ...privateMembers] },
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
