import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldKind, isComputed, type Field } from '@formwork/contract/forms/field.ts';
import type { PersonalPlan } from '@formwork/contract/records/api.ts';
import type { ImportSettings, RememberedImport, Sheet } from '@formwork/contract/records/import.ts';
import { textIn } from '@formwork/contract/text.ts';

/** A field that a column of a file can become: `field`, or `table.field` of a slave table. */
export interface Target {
  path: string;
  field: Field;
  title: string;
  /** Of the slave table; undefined for a field of the record itself. */
  table: string | undefined;
}

/** A slave table in a sheet of its own. */
export interface SecondSheet {
  table: string;
  sheet: Sheet;
  main: number;
  row: number;
  /** By column of that sheet. */
  into: (string | undefined)[];
}

export interface ImportDraft {
  /** By column of the file. */
  into: (string | undefined)[];
  mode: NonNullable<ImportSettings['mode']>;
  key: string[];
  /** Numbers as people write them are taken. */
  looseNumbers: boolean;
  /** New records are made although others are alike. */
  takeSimilar: boolean;
  second: SecondSheet[];
}

const keyKinds = new Set(['text', 'number', 'date', 'dateTime', 'time', 'option']);

export function targetsOf({ definition, making }: PersonalPlan, locale: string): Target[] {
  const closed = new Set([...(making?.hidden ?? []), ...(making?.readOnly ?? [])]);
  const own = definition.fields
    .filter((field) => !isComputed(field) && !closed.has(field.id))
    .map((field): Target => ({ path: field.id, field, title: textIn(field.title, locale), table: undefined }));
  const rows = definition.tables
    .filter(({ id }) => !closed.has(id))
    .flatMap((table) => tableTargets(table, locale).filter(({ path }) => !closed.has(path)));
  return [...own, ...rows];
}

function tableTargets(table: FormDefinition['tables'][number], locale: string): Target[] {
  return table.fields
    .filter((field) => !isComputed(field))
    .map((field) => ({
      path: `${table.id}.${field.id}`,
      field,
      title: `${textIn(table.title, locale)} · ${textIn(field.title, locale)}`,
      table: table.id,
    }));
}

export function canBeKey({ table, field }: Target): boolean {
  return table === undefined && keyKinds.has(fieldKind(field));
}

/** As the person chose last time, else by equal titles in either language; each field takes one column. */
export function firstDraft(sheet: Sheet, targets: readonly Target[], remembered: RememberedImport | null): ImportDraft {
  const into = matchedColumns(sheet, targets, remembered);
  const taken = new Set(into);
  const key = (remembered?.key ?? []).filter((id) => taken.has(id));
  const mode = remembered && (remembered.mode === 'create' || key.length > 0) ? remembered.mode : 'create';
  return { into, mode, key, looseNumbers: false, takeSimilar: false, second: [] };
}

export function matchedColumns(
  sheet: Sheet,
  targets: readonly Target[],
  remembered: RememberedImport | null,
): (string | undefined)[] {
  const taken = new Set<string>();
  const take = (path: string | undefined): string | undefined => {
    if (path === undefined || taken.has(path) || !targets.some((target) => target.path === path)) return undefined;
    taken.add(path);
    return path;
  };
  const before = new Map((remembered?.columns ?? []).map(({ title, field }) => [plain(title), field]));
  return sheet.columns.map(
    ({ title }) =>
      take(before.get(plain(title))) ??
      take(targets.find((target) => !taken.has(target.path) && namesOf(target).includes(plain(title)))?.path),
  );
}

/** Whether anything of the file goes where it went last time: only then it is said so. */
export function isRemembered(
  { columns }: Pick<Sheet, 'columns'>,
  into: ImportDraft['into'],
  remembered: RememberedImport | null,
): boolean {
  const before = new Map((remembered?.columns ?? []).map(({ title, field }) => [plain(title), field]));
  return columns.some(({ title }, index) => into[index] !== undefined && before.get(plain(title)) === into[index]);
}

function namesOf({ field, title }: Target): string[] {
  return [field.title.zh, field.title.en ?? '', title].map(plain).filter((name) => name !== '');
}

function plain(text: string): string {
  return text.replace(/[\s*：:·.]+/g, '').toLowerCase();
}

export function settingsOf({ into, mode, key, second, looseNumbers, takeSimilar }: ImportDraft): ImportSettings {
  const mapping = into.flatMap((field, index) => (field === undefined ? [] : [{ index, field }]));
  const rows = second.flatMap(({ table, sheet, main, row, into: own }) => {
    const columns = own.flatMap((field, index) =>
      field === undefined ? [] : [{ index, field: field.slice(table.length + 1) }],
    );
    return columns.length > 0
      ? [{ table, sheet: sheet.reading.sheet ?? '', link: { main, row }, mapping: columns }]
      : [];
  });
  return {
    mapping,
    mode,
    ...(mode !== 'create' && { key }),
    ...(looseNumbers && { looseNumbers }),
    ...(takeSimilar && { takeSimilar }),
    ...(rows.length > 0 && { rows }),
  };
}

/** What keeps a draft from being imported; a key of texts. */
export function problemOf({
  into,
  mode,
  key,
}: ImportDraft): 'exchange.import.no_column' | 'exchange.import.key_missing' | undefined {
  if (!into.some((path) => path !== undefined && !path.includes('.'))) return 'exchange.import.no_column';
  return mode !== 'create' && (key.length === 0 || key.some((id) => !into.includes(id)))
    ? 'exchange.import.key_missing'
    : undefined;
}
