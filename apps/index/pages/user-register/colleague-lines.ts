import { NewColleague } from '@formwork/contract/joining/api.ts';
import type { ColleagueResult } from '@formwork/contract/joining/api.ts';

/** A line of the table: what was typed, and what became of it. */
export interface ColleagueLine {
  key: string;
  name: string;
  login: string;
  phone: string;
  email: string;
  result: ColleagueResult | undefined;
}

export const columnIds = ['name', 'login', 'phone', 'email'] as const;

let made = 0;

export function emptyLine(): ColleagueLine {
  return { key: `line-${++made}`, name: '', login: '', phone: '', email: '', result: undefined };
}

export function isEmptyLine(line: ColleagueLine): boolean {
  return columnIds.every((id) => line[id].trim() === '');
}

/** One person a line, parts divided by tabs, commas or semicolons, in the order of the columns. */
export function linesOf(text: string): ColleagueLine[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', login = '', phone = '', email = ''] = line.split(/[\t,，;；]/).map((part) => part.trim());
      return { ...emptyLine(), name, login, phone, email };
    });
}

/** The columns of a line which the server would refuse, so that nothing has to be sent to learn it. */
export function wrongColumns(line: ColleagueLine): string[] {
  const read = NewColleague.safeParse(line);
  return read.success ? [] : [...new Set(read.error.issues.map(({ path }) => String(path[0])))];
}

/** Logins that stand in several lines, in lower case. */
export function repeatedLogins(lines: readonly ColleagueLine[]): Set<string> {
  const counts = Map.groupBy(
    lines.filter(({ login }) => login.trim() !== ''),
    ({ login }) => login.trim().toLowerCase(),
  );
  return new Set([...counts].flatMap(([login, all]) => (all.length > 1 ? [login] : [])));
}
