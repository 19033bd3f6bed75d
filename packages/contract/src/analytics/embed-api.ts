import { z } from 'zod';
import { Condition } from '../condition/condition.ts';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { nameText } from '../text.ts';
import { SharedChart, SharedContent } from '../visitors/api.ts';
import { savedFormats } from './api.ts';
import { PanelId } from './definition.ts';
import { filterControls } from './filter-condition.ts';
import { SourceId } from './source.ts';

/** Charts, dashboards and screens within pages of other sites: read only, as whoever embedded them sees them at that moment. */

export const embeddedKinds = ['chart', 'dashboard', 'screen'] as const;
export type EmbeddedKind = (typeof embeddedKinds)[number];

/** Most days from now on. */
export const embeddingMostDays = 366;

/** The address of a site without a path; nothing in it can end the header that it goes into. */
export const SiteOrigin = z
  .string()
  .max(200)
  .regex(/^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/);

/** What its viewers never see beyond: conditions on the sources of its charts, signed with the token. */
export const FixedFilters = z.array(z.object({ form: SourceId, where: Condition })).max(20);
export type FixedFilters = z.infer<typeof FixedFilters>;

/** What its viewers may do beside looking, signed with the token: filters of the dashboard that they may set, and files they may take. */
export const Offers = z.object({
  filters: z.array(PanelId).max(10).default([]),
  files: z.array(z.enum(savedFormats)).max(savedFormats.length).default([]),
});
export type Offers = z.infer<typeof Offers>;

export const OfferedFilter = z.object({ id: PanelId, title: z.string(), control: z.enum(filterControls) });
export type OfferedFilter = z.infer<typeof OfferedFilter>;

/** What a viewer set: values of filters, each of them once, never conditions. */
export const ChosenValues = z
  .array(z.object({ filter: PanelId, values: z.array(z.string().max(2_000).nullable()).min(1).max(200) }))
  .max(10)
  .refine((chosen) => new Set(chosen.map(({ filter }) => filter)).size === chosen.length, 'twice');
export type ChosenValues = z.infer<typeof ChosenValues>;

export const Embedding = z.object({
  id: uuid,
  /** As the address of its page has it. */
  address: z.string(),
  origins: z.array(z.string()),
  by: nameText(),
  at: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  opened: z.int(),
  lastOpenedAt: z.iso.datetime().nullable(),
});
export type Embedding = z.infer<typeof Embedding>;

const read = 'analytics.chart.read';
const ofThing = z.object({ embeddedKind: z.enum(embeddedKinds), embeddedId: uuid });
const ofEmbedding = z.object({ embeddingId: uuid });

/** It travels in bodies alone, so that it is in no log of calls. */
const token = z.string().min(1).max(20_000);
const opened = z.object({ address: z.string().max(80), token });

const Signed = z.object({
  embedding: Embedding,
  token: z.string(),
  /** Charts that no fixed filter narrows, by their names; none where nothing is fixed. */
  whole: z.array(z.string()),
});

export const embedApi = {
  embeddings: endpoint({
    method: 'GET',
    path: '/analytics/embeddings/:embeddedKind/:embeddedId',
    permission: read,
    summary: 'Where a chart, dashboard or screen is embedded, for those who may change it.',
    params: ofThing,
    response: z.array(Embedding),
  }),
  embed: endpoint({
    method: 'POST',
    path: '/analytics/embeddings/:embeddedKind/:embeddedId',
    permission: read,
    summary: 'Lets sites embed a chart, dashboard or screen, and signs a first token for it.',
    params: ofThing,
    body: z.object({
      origins: z.array(SiteOrigin).min(1).max(20),
      expiresAt: z.iso.datetime({ offset: true }),
      fixed: FixedFilters.default([]),
      offers: Offers.optional(),
    }),
    response: Signed,
  }),
  sign: endpoint({
    method: 'POST',
    path: '/analytics/embeddings/:embeddingId/tokens',
    permission: read,
    summary:
      'Signs one more token for an own embedding, with filters of its own: a site asks for one for each of its viewers.',
    params: ofEmbedding,
    body: z.object({
      fixed: FixedFilters.default([]),
      offers: Offers.optional(),
      /** Not beyond the end of the embedding; that, when left out. */
      expiresAt: z.iso.datetime({ offset: true }).optional(),
    }),
    response: Signed,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/analytics/embeddings/:embeddingId',
    permission: read,
    summary: 'Ends an embedding and all its tokens at once.',
    params: ofEmbedding,
    response: nothing,
  }),
  open: endpoint({
    method: 'POST',
    path: '/embedded/opening',
    permission: 'anyone',
    summary: 'What a token shows, with the eyes of whoever made the embedding and within its fixed filters.',
    body: opened,
    response: z.object({
      timeZone: z.string(),
      expiresAt: z.iso.datetime(),
      content: SharedContent,
      /** Those that the token offers and whoever signed it still sees. */
      filters: z.array(OfferedFilter),
      files: z.array(z.enum(savedFormats)),
    }),
  }),
  chart: endpoint({
    method: 'POST',
    path: '/embedded/chart',
    permission: 'anyone',
    summary: 'A chart of what a token shows, with its result of now.',
    body: opened.extend({ part: PanelId.optional(), chosen: ChosenValues.default([]) }),
    response: SharedChart,
  }),
  values: endpoint({
    method: 'POST',
    path: '/embedded/filter-values',
    permission: 'anyone',
    summary: 'What a filter that a token offers can be set to, within its fixed filters.',
    body: opened.extend({ filter: PanelId, chosen: ChosenValues.default([]) }),
    response: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
  file: endpoint({
    method: 'POST',
    path: '/embedded/file',
    permission: 'anyone',
    summary: 'What a token shows, or one of its charts, as a file of a kind that the token allows.',
    body: opened.extend({
      part: PanelId.optional(),
      chosen: ChosenValues.default([]),
      format: z.enum(savedFormats),
      dark: z.boolean().default(false),
    }),
    response: z.unknown(),
    transfer: 'stream',
  }),
};
