import { z } from 'zod';
import { endpoint, shortId, uuid } from '../endpoint.ts';
import { nameText } from '../text.ts';
import { DataColumn } from './columns.ts';

/** Data that one enterprise offers to others: what the offer says is all that they ever see of it. */

export const offerStates = ['draft', 'offered', 'withdrawn'] as const;
/** `task`: as a source of ETL tasks over there; `api`: page by page, as a source of their data gateway. */
export const offerWays = ['task', 'api'] as const;
export type OfferWay = (typeof offerWays)[number];
/** `last4` leaves the last four signs, `hash` the same text for the same value and nothing else. */
export const columnMasks = ['none', 'last4', 'hash'] as const;
export type ColumnMask = (typeof columnMasks)[number];
/** `expired`: approved until a day that has passed. */
export const exchangeStates = ['requested', 'approved', 'suspended', 'refused', 'ended', 'expired'] as const;
export type ExchangeState = (typeof exchangeStates)[number];
/** What either side may do next. */
export const exchangeSteps = ['approve', 'refuse', 'suspend', 'resume', 'end'] as const;
export type ExchangeStep = (typeof exchangeSteps)[number];

/** So many rows are shown before anybody asks. */
export const offerSampleRows = 20;
/** So many rows go out with one call of an API. */
export const mostPageRows = 1_000;

const Name = z.string().max(200);

/** The id of a connection, or the platform's own forms. */
const From = z.union([uuid, z.literal('forms')]);

export const OfferSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), from: From, schema: Name, table: z.string().min(1).max(400) }),
  z.object({ kind: z.literal('sql'), from: From, sql: z.string().trim().min(1).max(50_000) }),
]);
export type OfferSource = z.infer<typeof OfferSource>;

export const OfferColumn = z.object({
  /** As the source calls it. */
  column: z.string().min(1).max(200),
  /** As the offer calls it. */
  name: nameText().min(1).max(200),
  mask: z.enum(columnMasks),
});
export type OfferColumn = z.infer<typeof OfferColumn>;

export const OfferInput = z.object({
  title: nameText().min(1).max(100),
  about: z.string().trim().max(4_000),
  /** What whoever asks agrees to. */
  terms: z.string().trim().min(1).max(20_000),
  source: OfferSource,
  columns: z.array(OfferColumn).min(1).max(500),
  /** One of the names: its values are unique and grow; pages follow it, and what came since the last time. */
  order: Name,
  /** Ids of enterprises; null offers it to all. */
  audience: z.array(shortId).min(1).max(200).nullable(),
  ways: z.array(z.enum(offerWays)).min(1).max(offerWays.length),
  /** Between two deliveries at least so many minutes. */
  everyMinutes: z.int().min(1).max(525_600).nullable(),
  /** To each who was approved, by tasks and calls together. */
  rowsPerDay: z.int().min(1).max(1_000_000_000).nullable(),
});
export type OfferInput = z.infer<typeof OfferInput>;

const Cell = z.string().nullable();
export const OfferSample = z.object({ columns: z.array(DataColumn), rows: z.array(z.array(Cell)) });
export type OfferSample = z.infer<typeof OfferSample>;

const Partner = z.object({ id: z.string(), name: z.string() });

/** An offer as those who made it see it. */
export const Offer = OfferInput.extend({
  id: uuid,
  state: z.enum(offerStates),
  /** What is offered says something else than what is written here. */
  changed: z.boolean(),
  sample: OfferSample.nullable(),
  /** The audience by name; null where all are offered it. */
  offeredTo: z.array(Partner).nullable(),
  waiting: z.int(),
  running: z.int(),
  /** Whose rights deliveries read with. */
  person: uuid,
  changedAt: z.string(),
  offeredAt: z.string().nullable(),
});
export type Offer = z.infer<typeof Offer>;

const shown = {
  id: uuid,
  provider: Partner,
  title: z.string(),
  about: z.string(),
  columnCount: z.int(),
  ways: z.array(z.enum(offerWays)),
  everyMinutes: z.int().nullable(),
  rowsPerDay: z.int().nullable(),
  offeredAt: z.string(),
  /** Of the own request that counts. */
  mine: z.object({ id: uuid, state: z.enum(exchangeStates) }).nullable(),
};

export const DirectoryRow = z.object(shown);
export type DirectoryRow = z.infer<typeof DirectoryRow>;

/** An offer of another enterprise: everything that it says. */
export const ShownOffer = z.object({ ...shown, terms: z.string(), order: z.string(), sample: OfferSample });
export type ShownOffer = z.infer<typeof ShownOffer>;

export const ExchangeRequest = z.object({
  id: uuid,
  /** Asked by this enterprise, or of it. */
  side: z.enum(['asked', 'received']),
  partner: Partner,
  offer: uuid,
  title: z.string(),
  reason: z.string(),
  until: z.string().nullable(),
  state: z.enum(exchangeStates),
  note: z.string(),
  endedBy: z.enum(['asker', 'provider']).nullable(),
  askedAt: z.string(),
  decidedAt: z.string().nullable(),
  /** All that was delivered. */
  rows: z.number(),
  bytes: z.number(),
  can: z.array(z.enum(exchangeSteps)),
});
export type ExchangeRequest = z.infer<typeof ExchangeRequest>;

export const ExchangeDetail = ExchangeRequest.extend({
  /** As they were agreed to. */
  terms: z.string(),
  /** Of the offer as it stands; empty for whoever may not have it. */
  columns: z.array(DataColumn),
  order: z.string(),
  ways: z.array(z.enum(offerWays)),
  days: z.array(
    z.object({ day: z.string(), way: z.enum(offerWays), deliveries: z.int(), rows: z.number(), bytes: z.number() }),
  ),
  deliveries: z.array(
    z.object({
      id: uuid,
      at: z.string(),
      ms: z.int(),
      rows: z.number(),
      bytes: z.number(),
      /** Of its refusal; null where everything came. */
      code: z.string().nullable(),
      /** The run that took it, for those whose run it is. */
      run: uuid.nullable(),
    }),
  ),
});
export type ExchangeDetail = z.infer<typeof ExchangeDetail>;

export const RequestInput = z.object({
  provider: shortId,
  offer: uuid,
  reason: z.string().trim().min(1).max(1_000),
  until: z.iso.date().nullable(),
  agreed: z.literal(true),
});

const read = 'etl.exchange.read';
const edit = 'etl.exchange.edit';
const ofOffer = z.object({ offerId: uuid });
const ofRequest = z.object({ exchangeId: uuid });
const Made = z.object({ id: uuid });
const Note = z.string().trim().max(1_000);
const listing = {
  search: z.string().trim().max(100).optional(),
  offset: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(200).default(50),
};

export const exchangeApi = {
  directory: endpoint({
    method: 'GET',
    path: '/etl/exchange/directory',
    permission: read,
    summary: 'What other enterprises offer to this one.',
    query: z.object(listing),
    response: z.object({ rows: z.array(DirectoryRow), total: z.int() }),
  }),
  shown: endpoint({
    method: 'GET',
    path: '/etl/exchange/directory/:offerSpace/:offerId',
    permission: read,
    summary: 'One of them: its terms, columns and sample rows.',
    params: ofOffer.extend({ offerSpace: shortId }),
    response: ShownOffer,
  }),
  offers: endpoint({
    method: 'GET',
    path: '/etl/exchange/offers',
    permission: read,
    summary: 'What this enterprise offers, drafts and withdrawn ones too.',
    query: z.object({ ...listing, state: z.enum(offerStates).optional() }),
    response: z.object({ rows: z.array(Offer), total: z.int() }),
  }),
  createOffer: endpoint({
    method: 'POST',
    path: '/etl/exchange/offers',
    permission: edit,
    summary: 'Writes an offer; nobody sees it before it is offered.',
    body: OfferInput,
    response: Made,
  }),
  updateOffer: endpoint({
    method: 'PUT',
    path: '/etl/exchange/offers/:offerId',
    permission: edit,
    summary: 'Changes an offer; what is offered stays as it was until it is offered anew.',
    params: ofOffer,
    body: OfferInput,
    response: Made,
  }),
  removeOffer: endpoint({
    method: 'DELETE',
    path: '/etl/exchange/offers/:offerId',
    permission: edit,
    summary: 'Removes an offer that nobody asks for or gets.',
    params: ofOffer,
    response: z.null(),
  }),
  setOffered: endpoint({
    method: 'PUT',
    path: '/etl/exchange/offers/:offerId/state',
    permission: edit,
    summary: 'Offers it as it is written, with sample rows made now, or takes it out of the directory.',
    params: ofOffer,
    body: z.object({ state: z.enum(['offered', 'withdrawn']) }),
    response: Made,
    rights: { when: ({ body }) => body.state === 'offered' },
  }),
  sourceColumns: endpoint({
    method: 'POST',
    path: '/etl/exchange/columns',
    permission: edit,
    summary: 'The columns that a source has to offer.',
    body: z.object({ source: OfferSource }),
    response: z.object({ columns: z.array(DataColumn) }),
  }),
  requests: endpoint({
    method: 'GET',
    path: '/etl/exchange/requests',
    permission: read,
    summary: 'What this enterprise asked others for, and others of it.',
    query: z.object({
      ...listing,
      side: z.enum(['asked', 'received']).optional(),
      state: z.enum(exchangeStates).optional(),
      offer: uuid.optional(),
    }),
    response: z.object({ rows: z.array(ExchangeRequest), total: z.int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/etl/exchange/requests/:exchangeId',
    permission: read,
    summary: 'One of them: terms, columns, what was delivered by day, the last deliveries.',
    params: ofRequest,
    response: ExchangeDetail,
  }),
  request: endpoint({
    method: 'POST',
    path: '/etl/exchange/requests',
    permission: edit,
    summary: 'Asks for what another enterprise offers, and agrees to its terms.',
    body: RequestInput,
    response: Made,
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/etl/exchange/requests/:exchangeId/decision',
    permission: edit,
    summary: 'Approves or refuses what another enterprise asks for, holds deliveries or lets them go on.',
    params: ofRequest,
    body: z.object({ step: z.enum(['approve', 'refuse', 'suspend', 'resume']), note: Note }),
    response: Made,
    rights: { when: ({ body }) => body.step === 'approve' || body.step === 'resume' },
  }),
  end: endpoint({
    method: 'PUT',
    path: '/etl/exchange/requests/:exchangeId/end',
    permission: edit,
    summary: 'Ends it, from either side and at once; what was delivered stays.',
    params: ofRequest,
    body: z.object({ note: Note }),
    response: Made,
  }),
};
