import { TemplateId, templateForm, type TemplateForm } from '@formwork/contract/forms/templates/templates.ts';
import type { LoggedEvent } from '../../../platform/events/events.ts';

/** The forms that an application was made with from a template, for modules that add what is theirs; none for any other application. */
export function madeOfTemplate({ data, actor }: LoggedEvent): { of: TemplateForm; formId: string; by: string }[] {
  const template = TemplateId.safeParse(data.template).data;
  if (template === undefined || actor === null) return [];
  return Object.entries((data.made ?? {}) as Record<string, string>).flatMap(([id, formId]) => {
    const of = templateForm(template, id);
    return of ? [{ of, formId, by: actor }] : [];
  });
}
