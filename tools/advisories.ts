// `npm run advisories`: asks the registry which components of the lockfile have known holes, and holds them against the times of
// docs/security.md (15.1.1). Not part of `npm run check`, which runs in closed networks too.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Days until a component with such a hole is another one; what is less than high goes with the next version. */
const days: Record<string, number> = { critical: 7, high: 30 };

export interface Advisory {
  id: string;
  name: string;
  severity: string;
  title: string;
}

/** Out of the report of `npm audit --json`, each once. */
export function advisoriesIn(report: unknown): Advisory[] {
  const { vulnerabilities } = report as { vulnerabilities?: Record<string, { via: (string | Found)[] }> };
  if (vulnerabilities === undefined) throw new Error('the registry does not answer');
  const found = Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((one) => typeof one !== 'string');
  return [
    ...new Map(
      found.map(({ url, name, severity, title }) => {
        const id = url.split('/').at(-1)!;
        return [id, { id, name, severity, title }];
      }),
    ).values(),
  ];
}
interface Found {
  url: string;
  name: string;
  severity: string;
  title: string;
}

/** Lines `GHSA-... 2026-01-31 what is done about it`: since when a hole is known here. */
export function knownIn(text: string): Map<string, Date> {
  return new Map(
    text.split('\n').flatMap((line): [string, Date][] => {
      const [, id, day] = /^(GHSA-\S+) (\d{4}-\d\d-\d\d) \S/.exec(line) ?? [];
      return id === undefined ? [] : [[id, new Date(day!)]];
    }),
  );
}

/** What has to be done, a line each: holes that nobody has written down, and those whose time is over. */
export function overdue(found: readonly Advisory[], known: ReadonlyMap<string, Date>, today: Date): string[] {
  return found.flatMap(({ id, name, severity, title }) => {
    const most = days[severity];
    if (most === undefined) return [];
    const since = known.get(id);
    if (since === undefined) return [`${id} ${severity} ${name}: ${title}; not in docs/advisories.txt`];
    const over = Math.floor((today.getTime() - since.getTime()) / 86_400_000) - most;
    return over > 0 ? [`${id} ${severity} ${name}: ${title}; ${over} days too late`] : [];
  });
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..');
  const list = path.join(root, 'docs/advisories.txt');
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8' });
  try {
    const found = advisoriesIn(JSON.parse(stdout || '{}'));
    const lines = overdue(found, knownIn(existsSync(list) ? readFileSync(list, 'utf8') : ''), new Date());
    console.log([...lines, `${found.length} known holes, ${lines.length} to be dealt with`].join('\n'));
    process.exitCode = lines.length > 0 ? 1 : 0;
  } catch (error) {
    console.error(`No advisories were read: ${(error as Error).message}`);
    process.exitCode = 2;
  }
}
