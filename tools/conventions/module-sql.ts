import { isTest, lineOf, type Source, sources } from './sources.ts';

/** Where the rule has a reason to give way. */
const windows: { from: string; to: string; reason: string }[] = [
  {
    from: 'operations',
    to: 'platform',
    reason: 'it is the window of the operator on the platform, which itself shows nothing',
  },
  {
    from: 'audit',
    to: 'platform.audit',
    reason: 'it is the window of auditors on the trail, which the platform writes',
  },
  { from: 'platform', to: 'identity.space', reason: 'the list of spaces is the list of streams and of schemas' },
];

/** A module asks its own tables only: its schema in the control plane, and in a space what bears its name. */
export function moduleSqlProblems(): string[] {
  const all = sources('server/src/modules/**/*.ts', 'server/src/platform/**/*.ts').filter(({ file }) => !isTest(file));
  const names = new Set([
    'platform',
    ...all.filter(({ file }) => file.includes('/modules/')).map(({ file }) => moduleOf(file)),
  ]);
  return all.flatMap((source) => [...schemaProblems(source, names), ...spaceProblems(source, names)]);
}

function moduleOf(file: string): string {
  return file.startsWith('server/src/platform/') ? 'platform' : file.split('/')[3]!;
}

function schemaProblems({ file, text }: Source, names: Set<string>): string[] {
  const own = moduleOf(file);
  const queries = [
    /\b(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto|innerJoin|leftJoin|rightJoin|fullJoin|from|using)\(\s*\[?\s*(['"`])([a-z_]+)\.[a-z_]+/g,
    /\b(?:from|join|into|update|truncate|using)(\s+)([a-z_]+)\.[a-z_]+/gi,
  ];
  return queries
    .flatMap((query) => [...text.matchAll(query)])
    .filter(
      (match) => names.has(match[2]!) && match[2] !== own && !isComment(text, match.index) && !isWindow(own, match[0]),
    )
    .map(
      (match) =>
        `${file}:${lineOf(text, match.index)}: ${own} asks a table of ${match[2]} (${match[0].trim()}); ask that module's public.ts`,
    );
}

function isWindow(own: string, query: string): boolean {
  const table = /[a-z_]+\.[a-z_]+$/.exec(query)?.[0] ?? '';
  return windows.some(({ from, to }) => from === own && (table === to || table.startsWith(`${to}.`)));
}

function spaceProblems({ file, text }: Source, names: Set<string>): string[] {
  const own = moduleOf(file);
  return [
    ...text.matchAll(/\$\{\s*(?:\w+\.)?(?:schema|spaceSchema\([^)]*\))\s*\}\.("?)([a-z][a-z0-9]*)(?:_[a-z0-9_]+)?\b/g),
  ]
    .filter((match) =>
      names.has(match[2]!)
        ? match[2] !== own
        : (match[2] === 'trail' && own !== 'platform' && own !== 'audit') ||
          (match[2] === 'event' && own !== 'platform' && !/insert\s+into\s*$/i.test(text.slice(0, match.index))),
    )
    .map(
      (match) =>
        `${file}:${lineOf(text, match.index)}: ${own} asks the table ${match[0].split('.').at(-1)} of another module in a space`,
    );
}

function isComment(text: string, index: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', index) + 1, index).trimStart();
  return line.startsWith('//') || line.startsWith('*') || line.startsWith('/*');
}
