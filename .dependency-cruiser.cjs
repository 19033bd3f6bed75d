// Who may import whom: docs/architecture.md, section 1. A folder of its own for every sentence there.

const ownCode = '^(packages|apps|server|e2e|bench|tools)/';

/** The floors of the server's modules; a module imports from its own floor and those below. */
const floors = [
  [
    'identity',
    'joining',
    'organization',
    'files',
    'profile',
    'agents',
    'developer',
    'audit',
    'review',
    'basedata',
    'enterprise',
    'messages',
    'runs',
    'definitions',
    'packages',
    'connections',
    'schedules',
    'visitors',
  ],
  ['forms', 'records', 'documents', 'printing', 'views', 'workflow', 'rules', 'orchestration'],
  ['analytics', 'etl', 'assets', 'gateway', 'iot', 'gis', 'chat'],
  ['portal', 'search', 'appstore', 'console', 'operations'],
];

const modulePath = (names) => `^server/src/modules/(${names.join('|')})/`;

const upward = floors
  .slice(0, -1)
  .map((floor, n) => ({
    name: `floor-${n + 1}-imports-downward`,
    comment: `A module of floor ${n + 1} (${floor.join(', ')}) imports nothing from the floors above: it listens to their events, or they call it.`,
    severity: 'error',
    from: { path: modulePath(floor) },
    to: { path: modulePath(floors.slice(n + 1).flat()) },
  }));

/** Packages by name, and what of ours each may import. */
const allowed = {
  contract: [],
  feel: [],
  // names and shades of the sixteen hues: the server draws with the same
  ui: ['contract/src/hues'],
  process: ['feel', 'contract'],
  logic: ['feel', 'contract'],
  chart: ['contract'],
  etl: ['feel', 'contract'],
  web: ['ui', 'contract'],
  'formula-ui': ['web', 'ui', 'contract', 'feel'],
  'records-ui': ['web', 'ui', 'contract', 'feel', 'map-ui'],
  'process-ui': ['web', 'ui', 'contract'],
  'chart-ui': ['web', 'ui', 'contract', 'chart'],
  'code-ui': ['web', 'ui', 'feel'],
  'map-ui': ['web', 'ui'],
  gallery: ['chart-ui', 'code-ui', 'map-ui', 'web', 'ui', 'contract', 'chart', 'feel'],
};

const packageRules = Object.entries(allowed).map(([name, others]) => ({
  name: `package-${name}`,
  comment: `packages/${name} imports ${others.length === 0 ? 'nothing of ours' : `only ${others.join(', ')}`}.`,
  severity: 'error',
  from: { path: `^packages/${name}/` },
  to: { path: ownCode, pathNot: `^packages/(${[name, ...others].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...packageRules,
    ...upward,
    {
      name: 'every-module-has-a-floor',
      comment: 'A new module is listed in this file, on one of the four floors.',
      severity: 'error',
      from: { path: '^server/src/modules/', pathNot: modulePath(floors.flat()) },
      to: {},
    },
    {
      name: 'modules-through-public',
      comment: "A module imports another one's public.ts, nothing else of it.",
      severity: 'error',
      from: { path: '^server/src/modules/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/modules/[^/]+/', pathNot: ['^server/src/modules/$1/', '/public\\.ts$'] },
    },
    {
      name: 'platform-knows-no-module',
      comment: 'The platform serves modules it does not know.',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/', pathNot: '^server/src/platform/' },
    },
    {
      name: 'modules-know-no-assembly',
      comment: 'Only the assembly (main, start, demo) knows all modules; nobody imports it.',
      severity: 'error',
      from: { path: '^server/src/(modules|platform)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/[^/]+\\.ts$' },
    },
    {
      name: 'server-imports',
      comment:
        'The server imports contract, feel, logic, process, chart and etl of the packages, tools/build.ts to build the front end before it serves it, and tools/gallery.ts.',
      severity: 'error',
      from: { path: '^server/' },
      to: {
        path: ownCode,
        pathNot: '^(server/|packages/(contract|feel|logic|process|chart|etl)/|tools/(build|gallery)\\.ts$)',
      },
    },
    {
      name: 'apps-imports',
      comment: 'An application imports every package of the browser.',
      severity: 'error',
      from: { path: '^apps/' },
      to: { path: ownCode, pathNot: '^(apps/|packages/(web|[a-z]+-ui|ui|contract|feel|logic|process|chart|etl)/)' },
    },
    {
      name: 'no-app-imports-another',
      comment: 'Only apps/pages.ts joins the page lists of the applications.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/[^/]+/', pathNot: ['^apps/$1/', '^apps/node_modules/'] },
    },
    {
      name: 'only-tests-import-testing',
      comment: 'What tests stand on is not part of the product.',
      severity: 'error',
      from: { path: ownCode, pathNot: ['/testing/', '\\.test\\.tsx?$', '^(e2e|bench|tools|packages/gallery)/'] },
      to: { path: ['/testing/', '\\.test\\.tsx?$'] },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or one listens to the other.',
      severity: 'error',
      from: { path: ownCode },
      // a type has no order of loading; a lazy page names the list it stands in
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'resolvable',
      comment: 'Every import leads somewhere; what Vite hands out by address is found by its build.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^(virtual:|node:|bun:)', '\\.wasm\\?url$'] },
    },
    {
      name: 'declared',
      comment: 'What a package imports stands in its own package.json.',
      severity: 'error',
      from: { path: '^(packages|apps|server/src)', pathNot: ['\\.test\\.tsx?$', '/testing/'] },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.](css|svg|json|html)' },
    parser: 'swc',
    tsPreCompilationDeps: 'specify',
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.d.ts'],
    },
    skipAnalysisNotInRules: false,
  },
};
