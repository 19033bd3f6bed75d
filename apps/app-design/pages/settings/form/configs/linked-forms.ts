import { formsApi, type FormSummary } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import type { LookupConfig } from '@formwork/contract/forms/field-types/lookup.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { usePage } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';

/** The form that is being designed. */
export function useDesignedFormId(): string {
  const { params } = usePage();
  return (params as { tableId?: string }).tableId ?? '';
}

/** Forms by application, as a choice offers them: those in use, or drafts as well, which can be spoken of before they are released. */
export function useFormOptions({ drafts = false } = {}): {
  label: string;
  options: { value: string; label: string }[];
}[] {
  const t = useT();
  const locale = useLocale();
  const apps = useQuery(q(formsApi.listApps));
  return (apps.data?.apps ?? []).flatMap((app) => {
    const forms = app.forms.filter(({ release }) => drafts || release !== null);
    const label = (form: FormSummary) =>
      form.release === null
        ? t('design.forms.not_released', { title: textIn(form.title, locale) })
        : textIn(form.title, locale);
    return forms.length === 0
      ? []
      : [{ label: textIn(app.title, locale), options: forms.map((form) => ({ value: form.id, label: label(form) })) }];
  });
}

/** The released definition of another form, or its draft where there is none; of this one the draft itself. */
export function useTargetDefinition(formId: string, own: FormDefinition): FormDefinition | undefined {
  const ownId = useDesignedFormId();
  const form = useQuery(q(formsApi.listApps))
    .data?.apps.flatMap(({ forms }) => forms)
    .find(({ id }) => id === formId);
  const asked = form !== undefined && formId !== ownId;
  const plan = useQuery({ ...q(recordsApi.plan, { params: { formId } }), enabled: asked && form.release !== null });
  const draft = useQuery({ ...q(formsApi.getDraft, { params: { formId } }), enabled: asked && form.release === null });
  return formId === '' ? undefined : formId === ownId ? own : (plan.data ?? draft.data)?.definition;
}

export function useReferrers() {
  const formId = useDesignedFormId();
  return useQuery(q(formsApi.referrers, { params: { formId } })).data?.referrers ?? [];
}

export function fieldOptions(fields: readonly Field[], locale: string): { value: string; label: string }[] {
  return fields.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }));
}

/** Own fields and what every record carries. */
export function allFields(definition: FormDefinition): Field[] {
  return [...definition.fields, ...Object.values(systemFields)];
}

/** Fields that stand beside one: those of its slave table, or of the form. */
export function fieldsBeside(definition: FormDefinition, table: string | undefined): readonly Field[] {
  return table === undefined ? definition.fields : (definition.tables.find(({ id }) => id === table)?.fields ?? []);
}

/** What a lookup of the field shows, at the end of a chain of lookups. */
export function sourceOf(field: Field | undefined): LookupConfig['source'] {
  if (!field) return undefined;
  return field.type === 'lookup'
    ? field.config.source
    : { type: field.type, config: field.config, kind: fieldKind(field) };
}
