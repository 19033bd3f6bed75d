import type { ChosenColumn, ColumnType, GuessedColumn } from '@formwork/contract/records/import.ts';

/** A column of the file as the person left it. */
export interface ColumnChoice {
  column: GuessedColumn;
  taken: boolean;
  title: string;
  type: ColumnType;
}

/** The config that was guessed belongs to the guessed type; another type begins with its own. */
export function chosenColumns(choices: ColumnChoice[]): ChosenColumn[] {
  return choices
    .filter(({ taken }) => taken)
    .map(({ column, title, type }) => ({
      index: column.index,
      title: { zh: title.trim() },
      type,
      ...(type === column.type ? { config: column.config } : {}),
    }));
}
