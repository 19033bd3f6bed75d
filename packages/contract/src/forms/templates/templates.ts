import { z } from 'zod';
import type { Text } from '../../text.ts';
import type { ViewSettings, ViewType } from '../../views/view.ts';
import type { ProcessGraph } from '../../workflow/graph.ts';
import type { FormDefinition } from '../definition.ts';
import { equipment } from './equipment.ts';
import { inspection } from './inspection.ts';
import { repair } from './repair.ts';

/** Applications that come with the product: real definitions, which belong to whoever makes an application of them. */
export const templateIds = ['equipment', 'repair', 'inspection'] as const;
export const TemplateId = z.enum(templateIds);
export type TemplateId = z.infer<typeof TemplateId>;

export interface AppTemplate {
  title: Text;
  help: Text;
  icon: string;
  /** In the order of releases: a form stands behind those it leads to. */
  forms: TemplateForm[];
}

export interface TemplateForm {
  /** Takes the place of the form's id in what leads to it. */
  id: string;
  definition: FormDefinition;
  views: { type: ViewType; title: Text; settings: ViewSettings; isDefault?: boolean }[];
  /** Left as a draft: whoever decides stands in the enterprise's own organization. */
  flow?: ProcessGraph;
}

export const appTemplates: Record<TemplateId, AppTemplate> = { equipment, repair, inspection };

/** The form of a template by its id there. */
export function templateForm(template: TemplateId, id: string): TemplateForm | undefined {
  return appTemplates[template].forms.find((form) => form.id === id);
}
