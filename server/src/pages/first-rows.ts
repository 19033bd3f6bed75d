import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { isSystemField, systemFields } from '@formwork/contract/forms/system-fields.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import { isEmptyValue, type ValueKind } from '@formwork/contract/forms/values/value.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { RouteMatch } from '@formwork/contract/matcher.ts';
import type { PersonalPlan } from '@formwork/contract/records/api.ts';
import type { FormRecord, RecordList } from '@formwork/contract/records/record.ts';
import type { RouteId } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { TodoRow } from '@formwork/contract/workflow/work-rows.ts';

interface Reading {
  locale: Locale;
  timeZone: string;
}

/** Bodies of answers by address, as they are sent along. */
type Answers = Record<string, string>;

/**
 * What a page begins with, in plain words, for a browser that has none of its scripts yet: on a slow line they take longer than anybody waits.
 * Made of the answers that are sent along, so of what the person may see; empty for a page which has no such words.
 */
export function firstRowsHtml({ route }: RouteMatch, answers: Answers, reading: Reading): string {
  const lines = pages[route.id as RouteId]?.(answers, reading);
  if (!lines || lines.rows.length === 0) return '';
  const title = lines.title || textIn(route.title, reading.locale);
  const rows = lines.rows.map((cells) => `<tr>${cells.map((cell) => `<td>${escaped(cell)}`).join('')}`).join('');
  const head = lines.head ? `<tr>${lines.head.map((cell) => `<th>${escaped(cell)}`).join('')}` : '';
  return `<div id="first-rows" aria-hidden="true"><h1>${escaped(title)}</h1><table>${head}${rows}</table></div>`;
}

interface Lines {
  title?: string;
  head?: string[];
  rows: string[][];
}

const mostRows = 16;
const mostColumns = 6;

const pages: Partial<Record<RouteId, (answers: Answers, reading: Reading) => Lines>> = {
  home: todos,
  workbench: todos,
  appList(answers, reading) {
    const plan = answerOf<PersonalPlan>(answers, /\/records\/\w+\/plan$/);
    const list = answerOf<RecordList>(answers, /\/records\/\w+\?limit=\d+$/);
    if (!plan || !list) return { rows: [] };
    const fields = columnsOf(plan.definition).slice(0, mostColumns);
    return {
      title: textIn(plan.definition.title, reading.locale),
      head: fields.map(({ title }) => textIn(title, reading.locale)),
      rows: list.rows.slice(0, mostRows).map(({ values }) => fields.map((field) => inWords(field, values, reading))),
    };
  },
  recordDetail(answers, reading) {
    const plan = answerOf<PersonalPlan>(answers, /\/records\/\w+\/plan$/);
    const one = answerOf<FormRecord>(answers, /\/records\/\w+\/[\w-]{36}$/);
    if (!plan || !one) return { rows: [] };
    const { fields, titleField } = plan.definition;
    const name = fields.find(({ id }) => id === titleField);
    return {
      title: name && inPlainWords(name) ? inWords(name, one.values, reading) : '',
      rows: fields
        .filter((field) => inPlainWords(field) && field.id !== titleField && !isEmptyValue(one.values[field.id]))
        .slice(0, mostRows)
        .map((field) => [textIn(field.title, reading.locale), inWords(field, one.values, reading)]),
    };
  },
};

function todos(answers: Answers, { locale, timeZone }: Reading): Lines {
  const { rows = [] } = answerOf<{ rows: TodoRow[] }>(answers, /\/workflow\/todo\?/) ?? {};
  return {
    rows: rows
      .slice(0, mostRows)
      .map((row) => [
        row.recordTitle,
        `${textIn(row.formTitle, locale)} · ${textIn(row.taskName, locale)}`,
        wallText(row.dueAt ?? row.receivedAt, timeZone).slice(0, 16),
      ]),
  };
}

function answerOf<T>(answers: Answers, address: RegExp): T | undefined {
  const found = Object.keys(answers).find((one) => address.test(one));
  return found === undefined ? undefined : (JSON.parse(answers[found]!) as T);
}

/** Those of a list that nobody arranged; how each person arranged theirs is known in the browser alone. */
function columnsOf({ fields, listFields = [], titleField }: FormDefinition): Field[] {
  const chosen = listFields.flatMap(
    (id) => fields.find((field) => field.id === id) ?? (isSystemField(id) ? systemFields[id] : []),
  );
  const shown = (chosen.length > 0 ? chosen : fields).filter(inPlainWords);
  const name = fields.find(({ id }) => id === titleField);
  return name && inPlainWords(name) ? [name, ...shown.filter(({ id }) => id !== name.id)] : shown;
}

/** Kinds whose words need nothing but the value. */
const plainKinds: readonly ValueKind[] = ['text', 'number', 'date', 'dateTime', 'time', 'option', 'options'];

function inPlainWords(field: Field): boolean {
  return !field.hidden && plainKinds.includes(fieldKind(field));
}

function inWords(field: Field, values: FormRecord['values'], reading: Reading): string {
  const value = values[field.id];
  return isEmptyValue(value) ? '' : fieldTypeSpec(field.type).toText(value!, field.config, reading);
}

function escaped(text: string): string {
  return text.slice(0, 200).replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '');
}
