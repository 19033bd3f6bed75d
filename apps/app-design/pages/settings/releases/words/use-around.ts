import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldKind, type Field, type FieldOf } from '@formwork/contract/forms/field.ts';
import type { FieldValue } from '@formwork/contract/forms/values/value.ts';
import { iotApi } from '@formwork/contract/iot/api.ts';
import { printingApi } from '@formwork/contract/printing/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { AskedField } from '@formwork/records-ui/conditions/condition-text.ts';
import { useAskedNames } from '@formwork/records-ui/conditions/FilterBar.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { formulaWords } from './formula-words.ts';
import type { Around } from './setting.ts';

/** What stands in place of a name that is still on its way. */
const coming = '…';

/** The names behind the ids of both versions; they come in a moment later. */
export function useAround(formId: string, before: FormDefinition, after: FormDefinition): [Around, Around] {
  const t = useT();
  const locale = useLocale();
  const fields = [...allFields(before), ...allFields(after)];
  const gone = t('design.version.gone');
  const apps = useQuery(q(formsApi.listApps)).data;
  const forms = apps?.apps.flatMap((app) => app.forms);
  const linked = [
    ...new Set(
      fields.flatMap((field) => (field.type === 'relation' && field.config.form !== '' ? [field.config.form] : [])),
    ),
  ];
  const plans = useQueries({
    queries: linked.map((id) => ({
      ...q(recordsApi.plan, { params: { formId: id } }),
      enabled: id !== formId,
      retry: false,
    })),
  });
  const referrers =
    useQuery({
      ...q(formsApi.referrers, { params: { formId } }),
      enabled: fields.some((field) => field.type === 'rollup' && field.config.form !== undefined),
    }).data?.referrers ?? [];
  const points = fields.filter((field): field is FieldOf<'devicePoint'> => field.type === 'devicePoint');
  const products = useQuery({ ...q(iotApi.listProducts), enabled: points.length > 0 }).data;
  const devices = [
    ...new Set(
      points.flatMap(({ config }) => (config.fixed && config.fixed.device !== '' ? [config.fixed.device] : [])),
    ),
  ];
  const found = useQueries({
    queries: devices.map((deviceId) => ({ ...q(iotApi.getDevice, { params: { deviceId } }), retry: false })),
  });
  const dictionaries = useQuery({
    ...q(basedataApi.listDictionaries),
    enabled: fields.some(({ config }) => 'dictionary' in config),
  }).data;
  const templates = useQuery({
    ...q(printingApi.templates, { params: { formId } }),
    enabled: [before, after].some(({ layout }) =>
      layout.some(({ items }) => items.some(({ kind }) => kind === 'button')),
    ),
  }).data;
  const formFields =
    (own: FormDefinition) =>
    (id: string): readonly Field[] =>
      id === formId ? own.fields : (plans[linked.indexOf(id)]?.data?.definition.fields ?? []);
  const nameOf = useAskedNames([...askedBy(before, formFields(before)), ...askedBy(after, formFields(after))]);
  const titleIn = <One extends object>(
    list: readonly One[] | undefined,
    is: (one: One) => boolean,
    title: (one: One) => string,
  ): string => {
    const one = list?.find(is);
    return one ? title(one) : list ? gone : coming;
  };
  const around = (definition: FormDefinition): Around => ({
    t,
    locale,
    definition,
    nameOf,
    formula: formulaWords(definition, locale),
    formTitle: (id) =>
      titleIn(
        forms,
        (form) => form.id === id,
        (form) => textIn(form.title, locale),
      ),
    formFields: formFields(definition),
    referrer: (form, via) => {
      const one = referrers.find((referrer) => referrer.formId === form && referrer.via === via);
      return { title: one ? textIn(one.title, locale) : gone, fields: one?.fields ?? [] };
    },
    dictionary: (code) =>
      titleIn(
        dictionaries,
        (one) => one.code === code,
        ({ title }) => textIn(title, locale),
      ),
    product: (id) =>
      titleIn(
        products,
        (one) => one.id === id,
        ({ name }) => name,
      ),
    point: (owner, key) => {
      const product = found[devices.indexOf(owner)]?.data?.productId ?? owner;
      return titleIn(
        products?.find(({ id }) => id === product)?.points,
        (one) => one.key === key,
        ({ title }) => textIn(title, locale),
      );
    },
    template: (id) =>
      titleIn(
        templates,
        (one) => one.id === id,
        ({ title }) => textIn(title, locale),
      ),
  });
  return [around(before), around(after)];
}

function allFields({ fields, tables }: FormDefinition): Field[] {
  return [...fields, ...tables.flatMap((table) => table.fields)];
}

/** Values that have names: what fields begin with, and what records are chosen by. */
function askedBy(definition: FormDefinition, formFields: (id: string) => readonly Field[]): AskedField[] {
  return allFields(definition).flatMap((field): AskedField[] => {
    const fixed =
      field.type === 'devicePoint' && field.config.fixed && field.config.fixed.device !== ''
        ? [{ field, ids: [field.config.fixed.device] }]
        : [];
    const chosen =
      field.type !== 'relation'
        ? []
        : (field.config.choosable ?? []).flatMap((line): AskedField[] => {
            const theirs = formFields(field.config.form).find(({ id }) => id === line.field);
            return theirs && Array.isArray(line.value) ? [{ field: theirs, ids: line.value.map(String) }] : [];
          });
    return [...fixed, ...chosen, ...begins(field, field.defaultValue)];
  });
}

const namedKinds: ReadonlySet<string> = new Set(['people', 'departments', 'posts', 'roles', 'records']);

function begins(field: Field, value: FieldValue | undefined): AskedField[] {
  return Array.isArray(value) && namedKinds.has(fieldKind(field)) ? [{ field, ids: value.map(String) }] : [];
}
