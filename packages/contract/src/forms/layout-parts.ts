import { z } from 'zod';
import { Text, Title } from '../text.ts';
import { ElementId, Feel } from './field.ts';

/** What a press of a button does. */
export const ButtonAction = z.discriminatedUnion('does', [
  /** Opens the address that the expression says: a page of the product, or one of another place by https. */
  z.object({ does: z.literal('open'), address: Feel, newWindow: z.boolean().optional() }),
  /** Writes into fields of the main table, each what its expression says; the expressions read the record as it was before. */
  z.object({ does: z.literal('fill'), values: z.array(z.object({ field: ElementId, value: Feel })).max(50) }),
  /** Prints the record as it is saved, by a template of the form; without one the whole form. */
  z.object({ does: z.literal('print'), template: z.uuid().nullable() }),
]);
export type ButtonAction = z.infer<typeof ButtonAction>;

export const LayoutButton = z.object({
  kind: z.literal('button'),
  id: ElementId,
  title: Title,
  primary: z.boolean().optional(),
  action: ButtonAction,
  /** FEEL, true = not shown. */
  hiddenIf: Feel.optional(),
  /** FEEL, true = cannot be pressed. */
  disabledIf: Feel.optional(),
});
export type LayoutButton = z.infer<typeof LayoutButton>;

/** A page of another place inside the form, shut in a frame. */
export const EmbeddedPage = z.object({
  kind: z.literal('embed'),
  id: ElementId,
  title: Text.optional(),
  /** FEEL; only https is shown. */
  address: Feel,
  height: z.int().min(120).max(2000),
  hiddenIf: Feel.optional(),
});
export type EmbeddedPage = z.infer<typeof EmbeddedPage>;

export const tabStyles = ['tabs', 'vertical', 'steps'] as const;

/** Sections of which one is shown at a time; a section says by `tabs` that it belongs here. */
export const TabGroup = z.object({ id: ElementId, style: z.enum(tabStyles), hiddenIf: Feel.optional() });
export type TabGroup = z.infer<typeof TabGroup>;
