// `npm run lint:circles`: no import cycles. Imports of types count too: the compiler removes them, but a reader follows
// them. eslint.config.mjs defines which folder may import which; packages have borders here, held for what they reach too.
import { PACKAGES } from './scripts/import-rules.mjs';

const borders = Object.entries(PACKAGES).flatMap(([lib, { faces, without }]) => {
  const facePath = `^libs/${lib}/src/(?:${faces.join('|')})\\.ts$`;
  return [
    {
      name: `face-of-${lib}`,
      severity: 'error',
      comment: `libs/${lib} is a package: import what its face exports, or export it there`,
      from: { path: '^(?:apps|libs)/', pathNot: `^libs/${lib}/` },
      to: { path: `^libs/${lib}/src/`, pathNot: facePath },
    },
    {
      name: `${lib}-stands-alone`,
      severity: 'error',
      comment: `the package of libs/${lib} works without ${without.join(', ')}`,
      from: { path: facePath },
      to: { path: `node_modules/(?:${without.join('|')})`, reachable: true },
    },
  ];
});

export default {
  forbidden: [
    ...borders,
    {
      name: 'no-circle',
      severity: 'error',
      comment:
        'move what both files need into a third one, or let one of them declare the interface that it needs',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'the import names no file and no package',
      from: {},
      // Compiled files are not there before the build: benchmarks use them, and the package of the signer has one.
      to: { couldNotResolve: true, pathNot: '/dist/|^\\./main\\.js$' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
