import { mostReturnedNames, type Returned } from '@formwork/contract/operations/hold.ts';
import type pg from 'pg';
import { letsIn } from './lets-in.ts';
import { countText } from './progress.ts';

/**
 * What was in force at the moment of a backup and may have been ended since: a restore brings it back, and nobody but people can
 * say what of it they want. Row security is off while a restore is under way.
 */
export async function cameBack(client: pg.ClientBase, spaces: readonly string[]): Promise<Returned[]> {
  const found: Returned[] = [];
  for (const one of letsIn)
    for (const table of placesOf(one.table, spaces)) {
      const {
        rows: [there],
      } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
      // an older product had fewer ways in
      if (!there!.there) continue;
      const { rows } = await client.query<{ name: string | null }>(
        `select ${one.name ?? 'null'} as name from ${table} l ${one.joins ?? ''} where ${one.inForce} order by 1`,
      );
      note(found, one.kind, rows);
    }
  return found;
}

/** Adds rows to those of their kind, with the names that they have. */
export function note(found: Returned[], kind: Returned['kind'], rows: readonly { name: string | null }[]): void {
  if (rows.length === 0) return;
  const names = rows.flatMap(({ name }) => (name === null ? [] : [name]));
  const before = found.find((one) => one.kind === kind);
  if (before) {
    before.count += rows.length;
    before.names = [...before.names, ...names].slice(0, mostReturnedNames);
  } else found.push({ kind, count: rows.length, names: names.slice(0, mostReturnedNames) });
}

function placesOf(table: string, spaces: readonly string[]): string[] {
  return table.startsWith(':schema.') ? spaces.map((space) => table.replace(':schema', `"space_${space}"`)) : [table];
}

/** A line for each kind, with the names that are known. */
export function returnedLines(returned: readonly Returned[]): string[] {
  const lines = returned.map(
    ({ kind, count, names }) =>
      `  ${countText(count)} ${words[kind]}${names.length === 0 ? '' : `: ${names.join(', ')}${count > names.length ? ', ...' : ''}`}`,
  );
  return lines.length === 0
    ? []
    : ['Look through what came back, some of it may have been ended since the backup:', ...lines];
}

const words: Record<Returned['kind'], string> = {
  administrator: 'administrators',
  right: 'rights given to people, departments or roles',
  password: 'accounts that sign in with the password they had then',
  token: 'tokens of programs',
  hosting: 'accounts that were entrusted to somebody',
  delegation: 'delegations',
  invitation: 'invitations',
  link: 'links to records and documents',
  refusal: 'rules gone that kept people out since',
  share: 'records shared with people, departments or roles',
  credential: 'keys of the data gateway',
  deviceKey: 'keys of devices',
  delivery: 'deliveries of data to another enterprise',
  secondStep: 'people without their second step, who sign in by password alone until they set it up anew',
  recoveryCode: 'recovery codes gone',
  idCard: 'numbers of identity cards gone',
  connectionSecret: 'connections lost their secrets, which are to be entered again',
  givenPassword: 'passwords of new accounts gone that nobody has opened yet',
  waitingPassword: 'changes that wait for a review with a password that is gone; they have to be refused',
  leftOut: 'rows left out, because what they belong to is not there any more',
};
