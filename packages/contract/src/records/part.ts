/**
 * A record shown in part: some rows of a slave table, and fields beside them. What is hidden from somebody is a list of keys (see
 * `FormRecord.hidden`); a grant that shows a part alone has these signs among them. Ids begin with a letter, so that no key is mistaken.
 */

/** Hides everything, what later releases add as well, and what stands around the record: comments, followers, its process. */
export const allHidden = '*';

export interface Part {
  table: string;
  rows: readonly string[];
  /** Fields of the main table shown beside the rows. */
  fields: readonly string[];
}

/** What a grant of a part hides; `hidden` is kept from whoever gives it and stays hidden. */
export function hiddenBeside({ table, rows, fields }: Part, hidden: readonly string[]): string[] {
  return [
    allHidden,
    ...[...fields, table].map((key) => `+${key}`),
    ...hidden.filter((key) => key.startsWith(`${table}.`) && !key.startsWith(rowPrefix(table))),
    ...rows.map((row) => rowPrefix(table) + row),
  ];
}

/** Reads such a list; undefined where a grant shows the whole record. */
export function partOf(list: readonly string[]): Part | undefined {
  if (!list.includes(allHidden)) return undefined;
  const shown = list.filter((key) => key.startsWith('+')).map((key) => key.slice(1));
  const table = shown.at(-1) ?? '';
  return { table, rows: [...(rowsShown(list, table) ?? [])], fields: shown.slice(0, -1) };
}

/** Rows of a slave table that are shown alone; undefined: all of them. */
export function rowsShown(hidden: Iterable<string>, table: string): ReadonlySet<string> | undefined {
  const prefix = rowPrefix(table);
  const rows = [...hidden].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  return rows.length > 0 ? new Set(rows) : undefined;
}

/** The keys that lists hide together: what all of them leave out. `known` are the fields and slave tables of the form. */
export function hiddenByAll(
  lists: readonly (readonly string[])[],
  known: { fields: readonly string[]; tables: readonly string[] },
): Set<string> {
  const all = [...known.fields, ...known.tables];
  const expanded = lists.map(
    (list) =>
      new Set(
        list.includes(allHidden)
          ? [...list.filter((key) => !key.startsWith('+')), ...all.filter((key) => !list.includes(`+${key}`))]
          : list,
      ),
  );
  const [first, ...others] = expanded;
  const hidden = new Set(
    [...(first ?? [])].filter((key) => !key.includes('#') && others.every((list) => list.has(key))),
  );
  for (const table of known.tables) {
    const seeing = expanded.filter((list) => !list.has(table));
    const rows = seeing.map((list) => rowsShown(list, table));
    if (rows.every((some) => some !== undefined))
      for (const row of rows.flatMap((some) => [...some])) hidden.add(rowPrefix(table) + row);
  }
  return hidden;
}

function rowPrefix(table: string): string {
  // as if it were a field of the table: whatever is asked whether it hangs on something hidden in it says so
  return `${table}.#`;
}
