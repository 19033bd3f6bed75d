import { consolePages } from '@formwork/contract/console/pages.ts';
import type { ControlTx } from '../../../platform/db/db.ts';
import '../tables.ts';

/** The pages each administrator is held to, by account. */
export type ConsoleGrants = ReadonlyMap<string, readonly string[]>;

export async function readConsoleGrants(tx: ControlTx): Promise<ConsoleGrants> {
  const rows = await tx.selectFrom('organization.console_grant').select(['account_id', 'pages']).execute();
  return new Map(rows.map((row) => [row.account_id, row.pages]));
}

/** Console pages an administrator does not hold. */
export function closedConsolePages({ consoleGrants }: { consoleGrants: ConsoleGrants }, personId: string): string[] {
  const held = consoleGrants.get(personId);
  return held === undefined
    ? []
    : consolePages()
        .map(({ id }) => id)
        .filter((page) => !held.includes(page));
}
