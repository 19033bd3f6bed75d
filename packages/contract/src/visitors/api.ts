import { z } from 'zod';
import { ChartResult } from '../analytics/api.ts';
import { ChartDefinition, Dashboard, PanelId } from '../analytics/definition.ts';
import { Screen } from '../analytics/screen.ts';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { Text, nameText } from '../text.ts';
import { FieldId } from '../views/view.ts';
import { mostVisits, Visit } from './visit.ts';

/** Links for whoever holds them to things that modules show to visitors: read only, as their maker sees them at that moment. */

export const sharedKinds = ['view', 'chart', 'dashboard', 'screen'] as const;
export type SharedKind = (typeof sharedKinds)[number];

/** Begins the secret part of a token, so that the page of links knows what it opens. */
export const visitorLinkMark = 'v~';

export const mostExcepted = 200;

/** What of a view is shown: these columns, and no record that is excepted. Other things are shown whole. */
export const SharedChoice = z.object({
  columns: z.array(FieldId).min(1).max(100),
  except: z.array(uuid).max(mostExcepted).default([]),
});
export type SharedChoice = z.infer<typeof SharedChoice>;

export const VisitorLink = z.object({
  id: uuid,
  choice: SharedChoice.nullable(),
  password: z.boolean(),
  expiresAt: z.iso.datetime(),
  /** Whoever made it. */
  by: nameText(),
  at: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  opened: z.int(),
  lastOpenedAt: z.iso.datetime().nullable(),
  /** It ends after so many visits; null: it does not. */
  most: z.int().nullable(),
});
export type VisitorLink = z.infer<typeof VisitorLink>;

const Rows = z.array(z.array(z.string()));

/** A chart as visitors get it: without what it asks of which form. */
export const SharedChart = z.object({ name: Text, definition: ChartDefinition, result: ChartResult });
export type SharedChart = z.infer<typeof SharedChart>;

export const SharedContent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('view'),
    title: Text,
    form: Text,
    columns: z.array(z.object({ id: z.string(), title: Text, number: z.boolean() })),
    /** Texts, in the order of the columns. */
    rows: Rows,
    next: z.string().nullable(),
  }),
  z.object({ kind: z.literal('chart'), title: Text, chart: SharedChart }),
  z.object({ kind: z.literal('dashboard'), title: Text, definition: Dashboard }),
  z.object({ kind: z.literal('screen'), title: Text, definition: Screen }),
]);
export type SharedContent = z.infer<typeof SharedContent>;

export const SharedThing = z.object({
  locked: z.literal(false),
  /** Shown with the next calls in place of the password; holds for half an hour. */
  ticket: z.string(),
  space: nameText(),
  expiresAt: z.iso.datetime(),
  timeZone: z.string(),
  content: SharedContent,
});
export type SharedThing = z.infer<typeof SharedThing>;

const thingParams = z.object({
  kind: z.enum(sharedKinds),
  /** Its id; of a label `<form>.<label>`, of the list as the form has it `<form>`. */
  thing: z.string().regex(/^[\w-]{1,64}(\.[\w-]{1,64})?$/),
});

/** As it stands in the address. It travels in bodies alone, so that it is in no log of calls. */
const token = z.string().min(1).max(200);
const ticket = z.string().max(200);

export const visitorsApi = {
  links: endpoint({
    method: 'GET',
    path: '/share-links/:kind/:thing',
    permission: 'records.record.read',
    summary: 'Links for visitors to a view, chart, dashboard or screen, for those who may show it to others',
    params: thingParams,
    response: z.object({ links: z.array(VisitorLink) }),
  }),
  createLink: endpoint({
    method: 'POST',
    path: '/share-links/:kind/:thing',
    permission: 'records.record.edit',
    summary: 'Make a link for visitors; its token is answered this once',
    params: thingParams,
    body: z.object({
      /** Of a view alone. */
      choice: SharedChoice.nullable(),
      expiresAt: z.iso.datetime({ offset: true }),
      password: z.string().max(200).nullable(),
      most: z.int().min(1).max(mostVisits).nullable(),
    }),
    response: z.object({ link: VisitorLink, token: z.string() }),
  }),
  revokeLink: endpoint({
    method: 'DELETE',
    path: '/share-links/:kind/:thing/:linkId',
    permission: 'records.record.edit',
    summary: 'End a link at once',
    params: thingParams.extend({ linkId: uuid }),
    response: nothing,
  }),
  visits: endpoint({
    method: 'GET',
    path: '/share-links/:kind/:thing/:linkId/visits',
    permission: 'records.record.read',
    summary: 'Who opened a link, the last ones first',
    params: thingParams.extend({ linkId: uuid }),
    response: z.object({ visits: z.array(Visit) }),
  }),
  open: endpoint({
    method: 'POST',
    path: '/share/things/opening',
    permission: 'anyone',
    summary: 'What a link shows, or that it asks for its password; with the ticket of an opening it is no new visit',
    body: z.object({ token, password: z.string().max(200).optional(), ticket: ticket.optional() }),
    response: z.union([z.object({ locked: z.literal(true) }), SharedThing]),
  }),
  openRows: endpoint({
    method: 'POST',
    path: '/share/things/rows',
    permission: 'anyone',
    summary: 'More rows of a view, with the ticket of its opening',
    body: z.object({ token, ticket, cursor: z.string().max(4000) }),
    response: z.object({ rows: Rows, next: z.string().nullable() }),
  }),
  openChart: endpoint({
    method: 'POST',
    path: '/share/things/chart',
    permission: 'anyone',
    summary: 'A chart of what a link shows with its result of now, with the ticket of its opening',
    body: z.object({ token, ticket, part: PanelId.optional() }),
    response: SharedChart,
  }),
};
