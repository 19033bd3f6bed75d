import { isTest, lineOf, type Source, sources } from './sources.ts';

const clock = /\b(?:now\(\)|clock_timestamp\(\)|current_date|current_timestamp|localtimestamp)/i;
/** Other ones in every row. */
const volatile = /\b(?:clock_timestamp|random|gen_random_uuid|uuidv[47])\s*\(/i;
/** Of columns they are worked out nowhere but on a node, and `update` takes none that depends on a session's settings. */
const stable = /\b(?:array_to_string|to_char|concat|concat_ws|format|date_trunc|date_part)\s*\(/i;
/** The tables of a space lie on nodes; those of the control plane do not. */
const ofSpace = /\$\{\s*(?:\w+\.)?(?:schema|table|spaceSchema\([^)]*\))\s*\}/;

/** Statements on tables of a space stay clear of what Citus refuses, although one PostgreSQL takes it (docs/decisions/citus.md). */
export function clusterSqlProblems(): string[] {
  const asked = sources('server/src/modules/**/*.ts', 'server/src/platform/**/*.ts')
    .filter(({ file }) => !isTest(file))
    .flatMap((source) =>
      [...source.text.matchAll(/`[^`]*`/g)]
        .filter(([statement]) => ofSpace.test(statement))
        .flatMap((match) => problemsOf(source, match)),
    );
  const migrations = sources('server/migrations/space/*.sql').flatMap((source) =>
    [...source.text.matchAll(/[^;]+;/g)].flatMap((match) => [
      ...problemsOf(source, match),
      ...alterProblems(match[0]).map((what) => `${source.file}:${lineOf(source.text, match.index)}: ${what}`),
    ]),
  );
  return [...asked, ...migrations];
}

/** One `alter table` adds one constraint, and none with a column. */
function alterProblems(statement: string): string[] {
  const said = statement.replace(/--.*/g, '');
  if (!/\balter table\b/i.test(said)) return [];
  const constraints = said.match(/\badd constraint\b/gi)?.length ?? 0;
  return [
    ...(/\badd column\b/i.test(said) && /\b(?:check|unique|primary key|references)\b/i.test(outside(said))
      ? ['a constraint with a column: it is a statement of its own']
      : []),
    ...(constraints > 1 ? ['several constraints in one "alter table"'] : []),
  ];
}

function problemsOf({ file, text }: Source, match: RegExpExecArray): string[] {
  const [statement] = match;
  return settingsIn(statement)
    .flatMap(({ set, conflict }) => [
      ...(conflict && clock.test(set) ? ['a clock in "on conflict do update": take it from "excluded"'] : []),
      ...(casesIn(set).some((part) => clock.test(part))
        ? ['a clock in "case" or "coalesce" of an update: make it a parameter']
        : []),
      ...(!conflict && volatile.test(set) ? ['a volatile function in an update: make it a parameter, or now()'] : []),
      ...(stable.test(set) ? ['a stable function of columns in an update: read them before'] : []),
    ])
    .map((what) => `${file}:${lineOf(text, match.index)}: ${what}`);
}

/** What updates set, as far as the next clause. */
function settingsIn(statement: string): { set: string; conflict: boolean }[] {
  return [...statement.matchAll(/\b(do update set|update\s+\S+(?:\s+(?:as\s+)?\w+)?\s+set)\b/gi)].map((found) => {
    const behind = statement.slice(found.index + found[0].length);
    const end = /\b(?:where|returning|from)\b/i.exec(outside(behind));
    return { set: behind.slice(0, end?.index), conflict: found[0].toLowerCase().startsWith('do') };
  });
}

/** The same text with what stands in brackets blanked: a clause inside them is another's. */
function outside(text: string): string {
  let depth = 0;
  let shown = '';
  for (const sign of text) {
    if (sign === ')') depth -= 1;
    // the end of a "with": what comes behind it is the next statement
    if (depth < 0) return `${shown} where`;
    shown += depth === 0 ? sign : ' ';
    if (sign === '(') depth += 1;
  }
  return shown;
}

function casesIn(set: string): string[] {
  return [
    ...[...set.matchAll(/\bcase\b[\s\S]*?\bend\b/gi)].map(([part]) => part),
    ...[...set.matchAll(/\bcoalesce\s*\(((?:[^()]|\([^()]*\))*)\)/gi)].map(([part]) => part),
  ];
}
