import { z } from 'zod';
import { shortId, uuid } from '../endpoint.ts';
import { Title } from '../text.ts';

export const mostMenuEntries = 200;

/** An address of ours, or one of the web; never a script. */
const Address = z
  .string()
  .trim()
  .max(500)
  .refine((url) => /^https?:\/\/[^\s/]/i.test(url) || /^\/(?![/\\])\S*$/.test(url), { error: 'address' });

/** What people make that opens by its id, and the page on which it does; of those whose page this product does not have nothing is offered or shown. */
export const madePages = { dashboard: 'dashboard', screen: 'screen', portal: 'portalView' } as const;
export type MadeKind = keyof typeof madePages;
export const madeKinds = Object.keys(madePages) as MadeKind[];

/** A form of the application, a label of its list, a page of the product, a dashboard, a screen or a portal, or an address. */
export const AppMenuTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('form'), formId: shortId }),
  z.object({ kind: z.literal('view'), formId: shortId, viewId: uuid }),
  z.object({ kind: z.literal('made'), of: z.enum(['dashboard', 'screen', 'portal']), id: uuid }),
  z.object({ kind: z.literal('page'), page: z.string().max(60) }),
  z.object({ kind: z.literal('link'), url: Address }),
]);
export type AppMenuTarget = z.infer<typeof AppMenuTarget>;

export const AppMenuEntry = z
  .object({
    id: uuid,
    target: AppMenuTarget,
    /** Null: the name of what it leads to, as far as the product tells it: of forms and pages. */
    title: Title.nullable(),
    /** Name of an icon of the design system; null: the usual one. */
    icon: z.string().max(60).nullable(),
    hidden: z.boolean(),
    /** Shown to who holds one of these roles; to everybody where there are none. It gives no right. */
    roles: z.array(uuid).max(50),
  })
  .refine(({ target, title }) => title !== null || hasOwnName(target), { path: ['title'], error: 'needed' });
export type AppMenuEntry = z.infer<typeof AppMenuEntry>;

/** Forms and pages are called what they are called; everything else by the name that the entry gives it. */
export function hasOwnName({ kind }: AppMenuTarget): boolean {
  return kind === 'form' || kind === 'page';
}

/** The side navigation of an application: entries under headings. A group without a title stands without a heading. */
export const AppMenu = z
  .array(z.object({ id: uuid, title: Title.nullable(), entries: z.array(AppMenuEntry).max(mostMenuEntries) }))
  .max(30);
export type AppMenu = z.infer<typeof AppMenu>;
