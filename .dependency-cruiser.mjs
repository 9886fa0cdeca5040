// `npm run lint:circles`: no file imports itself over others. Imports of types count: they are removed when the code is
// compiled, and a reader follows them all the same. Which room may import which is in eslint.config.mjs.
export default {
  forbidden: [
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
      to: { couldNotResolve: true },
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
