import {
  CONSOLE_FOLDERS,
  DEVCHAIN_FOLDERS,
  GATEWAY_FOLDERS,
  HISTORY_FOLDERS,
  LIBS,
  PACKAGES,
  TOOLING_FOLDERS,
  UPSTREAM_FOLDERS,
} from '../import-rules.mjs';

const PICTURES = [
  ['Libraries', 'An app may import every library; a library never imports an app.', LIBS],
  [
    'Gateway',
    'Features never import each other, but `events` reads by the services of three others. Folders of `apps/gateway/src`:',
    GATEWAY_FOLDERS,
  ],
  ['History node', 'Subjects never import each other. Folders of `apps/history/src`:', HISTORY_FOLDERS],
  [
    'Development chain',
    'Folders of `apps/devchain/src`; `kernel` imports no other, `contracts` only `kernel/sdk`:',
    DEVCHAIN_FOLDERS,
  ],
  ['Console', 'Views never import each other. Folders of `apps/console/src`:', CONSOLE_FOLDERS],
  ['Tools', 'Folders of `libs/tooling/src`, which imports no other library:', TOOLING_FOLDERS],
  ['Client of the nodes', 'Folders of `libs/upstream/src`:', UPSTREAM_FOLDERS],
];

/** docs/reference/import-rules.md: a picture of each table of scripts/import-rules.mjs. */
export function importRulesPage() {
  return [
    '# Import rules',
    '',
    'See which folder may import which. `npm run docs` draws this page from `scripts/import-rules.mjs`, the table that `eslint.config.mjs` enforces; a folder without a rule is refused. An arrow points from a folder to what it may import. Folders that import the same and are imported by the same share a box; in brackets: the only parts of a folder that may be imported. `npm run lint:circles` refuses import cycles, those of types included. The suites of `test` import of a library its `index.ts`, its folder `testing` and the files that `LIB_FACES` names; `test/libs` imports all of it.',
    ...packages(),
    ...PICTURES.flatMap(([title, text, rules]) => ['', `## ${title}`, '', text, '', ...picture(rules)]),
    '',
  ].join('\n');
}

const packages = () => [
  '',
  '## Packages with borders',
  '',
  'The apps and the other libraries import of these libraries the faces alone; a face reaches none of the packages that it works without, by whatever path. `npm run lint:circles` enforces both.',
  '',
  ...Object.entries(PACKAGES).map(([lib, { faces, without }]) => {
    const files = faces.map((face) => `\`${face}.ts\``).join(', ');
    return `- \`libs/${lib}\`: ${files}; without ${without.map((name) => `\`${name}\``).join(', ')}`;
  }),
];

function picture(rules) {
  const arrows = Object.entries(rules).map(([folder, allowed]) => [folder, targetsOf(allowed)]);
  const importersOf = (name) =>
    arrows.filter(([, targets]) => targets.includes(name)).map(([folder]) => folder);
  const boxes = new Map();
  for (const [folder, targets] of arrows) {
    const key = JSON.stringify([[...targets].sort(), importersOf(folder)]);
    boxes.set(key, { targets, folders: [...(boxes.get(key)?.folders ?? []), folder] });
  }
  const all = [...boxes.values()];
  const boxOf = (name) => all.find(({ folders }) => folders.includes(name))?.folders ?? [name];
  const isDrawn = ({ folders: [first = ''], targets }) => targets.length > 0 || importersOf(first).length > 0;
  const names = new Set();
  const nodeOf = (folders) => {
    const id = folders.join('-').replace(/\W+/g, '-').replace(/-$/, '');
    const label = names.has(id) ? '' : `["${folders.join('<br/>')}"]`;
    names.add(id);
    return id + label;
  };
  const lines = all.filter(isDrawn).map(({ folders, targets }) => {
    const others = [...new Set(targets.map((name) => boxOf(name)))].filter((box) => box !== folders);
    return [nodeOf(folders), others.map(nodeOf).join(' & ')].filter((part) => part !== '').join(' --> ');
  });
  return ['```mermaid', 'flowchart LR', ...lines.map((line) => `  ${line}`), '```'];
}

/** The parts of a folder that may be imported are one target: `store (port, queries)`. */
function targetsOf(allowed) {
  const folders = [...new Set(allowed.map((name) => name.split('/')[0]))];
  return folders.map((folder) => {
    const parts = allowed.filter((name) => name.startsWith(`${folder}/`));
    if (allowed.includes(folder) || parts.length === 0) return folder;
    const names = parts.map((name) => name.slice(folder.length + 1).replace(/\.ts$/, ''));
    return `${folder} (${names.join(', ')})`;
  });
}
