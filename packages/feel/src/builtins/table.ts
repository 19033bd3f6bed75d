import { excel } from '../excel.ts';
import type { Builtin, Definition } from './builtin.ts';
import { contexts } from './contexts.ts';
import { conversion } from './conversion.ts';
import { lists } from './lists.ts';
import { numeric } from './numeric.ts';
import { dates, logic } from './other.ts';
import { rangeText } from './range-text.ts';
import { ranges } from './ranges.ts';
import { strings } from './strings.ts';

const named = (pack: Builtin['pack'], definitions: Readonly<Record<string, Definition>>): [string, Builtin][] =>
  Object.entries(definitions).map(([name, definition]) => [name, { name, pack, ...definition }]);

/** Functions of the standard; their names are written exactly so. */
export const standardBuiltins: ReadonlyMap<string, Builtin> = new Map(
  named('feel', {
    ...conversion,
    ...logic,
    ...strings,
    ...lists,
    ...numeric,
    ...dates,
    ...ranges,
    ...rangeText,
    ...contexts,
  }),
);

/** Functions known from spreadsheets; their names are written in any case. */
export const excelBuiltins: ReadonlyMap<string, Builtin> = new Map(named('excel', excel));

export const findBuiltin = (name: string): Builtin | undefined =>
  standardBuiltins.get(name) ?? excelBuiltins.get(name.toUpperCase());
