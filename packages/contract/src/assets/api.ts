import { z } from 'zod';
import { endpoint, listInQuery, nothing, shortId, uuid } from '../endpoint.ts';
import { Text } from '../text.ts';
import {
  Asset,
  AssetChange,
  AssetColumn,
  AssetId,
  AssetRow,
  assetStates,
  assetWaits,
  BulkChange,
  Category,
  CategoryInput,
  certifications,
  ColumnChange,
  edgeKinds,
  sensitivities,
  Word,
  WordInput,
  wordKinds,
} from './asset.ts';
import { Impact, lineageDirections, LineageGraph, LineagePath } from './lineage.ts';

const read = 'assets.asset.read';
const edit = 'assets.asset.edit';

const idText = z.number().int().min(1).max(2_147_483_647);
const ofAsset = z.object({ assetId: idText });
const ofCategory = z.object({ categoryId: uuid });

/** What lists, facets and the portal narrow by. */
const Narrowed = z.object({
  search: z.string().trim().max(200).optional(),
  kind: z.string().max(40).optional(),
  state: z.enum(assetStates).optional(),
  certified: z.enum(certifications).optional(),
  sensitivity: z.enum(sensitivities).optional(),
  domain: uuid.optional(),
  category: uuid.optional(),
  tag: z.string().max(40).optional(),
  owner: uuid.optional(),
  term: uuid.optional(),
});
export type Narrowed = z.infer<typeof Narrowed>;

const Share = z.object({ value: z.string(), count: z.int() });
export const Facets = z.object({
  kind: z.array(Share),
  certified: z.array(Share),
  sensitivity: z.array(Share),
  domain: z.array(Share),
  category: z.array(Share),
  tag: z.array(Share),
});
export type Facets = z.infer<typeof Facets>;

const Rows = z.object({
  columns: z.array(z.object({ key: z.string(), title: z.string(), type: z.string() })),
  rows: z.array(z.array(z.string().nullable())),
});

/** Approved: a process said yes, and it is to be granted here. */
export const requestStates = ['asked', 'approved', 'granted', 'refused', 'ended'] as const;
export const Request = z.object({
  id: uuid,
  asset: AssetId,
  assetTitle: Text,
  person: uuid,
  reason: z.string(),
  until: z.iso.datetime().nullable(),
  state: z.enum(requestStates),
  /** Confidential columns go along. */
  sensitive: z.boolean(),
  /** The record whose process decides. */
  process: z.object({ formId: shortId, recordId: uuid }).nullable(),
  note: z.string(),
  askedAt: z.iso.datetime(),
  decidedBy: uuid.nullable(),
});
export type Request = z.infer<typeof Request>;

export const RequestInput = z.object({
  reason: z.string().trim().min(1).max(1_000),
  until: z.iso.datetime().nullable(),
});
export const EdgeInput = z.object({
  from: AssetId,
  fromColumn: z.int().min(0).max(32_767),
  to: AssetId,
  toColumn: z.int().min(0).max(32_767),
  reason: z.string().trim().min(1).max(500),
});
export const Overview = z.object({
  total: z.int(),
  kinds: z.array(Share),
  domains: z.array(Share),
  certified: z.array(Share),
  sensitivity: z.array(Share),
  described: z.int(),
  owned: z.int(),
  score: z.number().nullable(),
  trend: z.array(z.object({ day: z.iso.date(), score: z.number() })),
  used: z.array(AssetRow),
  unused: z.array(AssetRow),
  unusedCount: z.int(),
  changed: z.array(AssetRow),
  waiting: z.object({
    proposals: z.int(),
    requests: z.int(),
    incidents: z.int(),
    external: z.int(),
    contracts: z.int(),
    overdue: z.int(),
    unread: z.int(),
  }),
  registering: z.boolean(),
});
export type Overview = z.infer<typeof Overview>;

export const assetsApi = {
  list: endpoint({
    method: 'GET',
    path: '/assets',
    permission: read,
    summary: 'Assets that the caller may see, by name.',
    query: Narrowed.extend({
      waits: z.enum(assetWaits).optional(),
      after: z.string().max(3_000).optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    response: z.object({
      rows: z.array(AssetRow),
      next: z.string().nullable(),
      count: z.object({ count: z.int(), exact: z.boolean() }).nullable(),
    }),
  }),
  facets: endpoint({
    method: 'GET',
    path: '/assets/facets',
    permission: read,
    summary: 'How many assets there are by kind, certification, sensitivity, domain, category and tag.',
    query: Narrowed,
    response: Facets,
  }),
  overview: endpoint({
    method: 'GET',
    path: '/assets/overview',
    permission: read,
    summary: 'How many assets there are, how good and how used, what changed, and what waits.',
    response: Overview,
  }),
  register: endpoint({
    method: 'POST',
    path: '/assets/registrations',
    permission: edit,
    summary: 'Reads anew what all modules register, and the tables of connections when they are asked for.',
    body: z.object({ tables: z.boolean() }),
    response: z.object({ runId: uuid }),
  }),
  find: endpoint({
    method: 'GET',
    path: '/assets/found',
    permission: read,
    summary: 'The portal: assets by words, pinyin and business terms, the best first.',
    query: Narrowed.extend({
      offset: z.number().int().min(0).max(2_000).default(0),
      limit: z.number().int().min(1).max(100).default(30),
    }),
    response: z.object({
      rows: z.array(AssetRow),
      total: z.int(),
      /** What was looked for instead, where the words themselves were not found. */
      instead: z.string().nullable(),
      /** Terms of the glossary that widened the search. */
      terms: z.array(Word),
    }),
  }),
  shelves: endpoint({
    method: 'GET',
    path: '/assets/shelves',
    permission: read,
    summary:
      'What the portal shows before anybody looks for something: often used, new, and used in the own department.',
    response: z.object({ popular: z.array(AssetRow), newest: z.array(AssetRow), department: z.array(AssetRow) }),
  }),
  ofThing: endpoint({
    method: 'GET',
    path: '/assets/of/:kind/:ref',
    permission: read,
    summary: 'The asset that a form, chart or anything else is, for panels in designers.',
    params: z.object({ kind: z.string().max(40), ref: z.string().max(400) }),
    response: AssetRow,
  }),
  get: endpoint({
    method: 'GET',
    path: '/assets/:assetId',
    permission: read,
    summary: 'One asset with its columns.',
    params: ofAsset,
    response: Asset,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/assets/:assetId',
    permission: edit,
    summary: 'Describes, classifies or certifies an asset.',
    params: ofAsset,
    body: AssetChange,
    response: Asset,
  }),
  updateColumn: endpoint({
    method: 'PATCH',
    path: '/assets/:assetId/columns/:columnId',
    permission: edit,
    summary: 'Describes a column, says how sensitive it is, or ties it to a term; that decides a proposal.',
    params: ofAsset.extend({ columnId: z.number().int().min(1).max(32_767) }),
    body: ColumnChange,
    response: AssetColumn,
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/assets/changes',
    permission: edit,
    summary: 'The same change to many assets.',
    body: BulkChange,
    response: z.object({ changed: z.int() }),
  }),
  schemas: endpoint({
    method: 'GET',
    path: '/assets/:assetId/schemas',
    permission: read,
    summary: 'The columns of an asset as they were, the newest first; of one version alone where its number is given.',
    params: ofAsset,
    query: z.object({
      number: z.number().int().min(1).max(2_147_483_647).optional(),
      after: z.string().max(100).optional(),
      limit: z.number().int().min(1).max(200).default(20),
    }),
    response: z.object({
      rows: z.array(
        z.object({
          number: z.int(),
          at: z.iso.datetime(),
          release: z.string(),
          columns: z.array(z.object({ key: z.string(), title: Text, type: z.string() })),
        }),
      ),
      next: z.string().nullable(),
    }),
  }),
  cost: endpoint({
    method: 'GET',
    path: '/assets/:assetId/cost',
    permission: read,
    summary: 'Rows, bytes and the oldest row of an asset, what its runs of thirty days took, and what its readers did.',
    params: ofAsset,
    response: z.object({
      /** As databases reckon. */
      rows: z.number().nullable(),
      bytes: z.number().nullable(),
      oldest: z.iso.datetime().nullable(),
      /** Rows are there for longer than is meant. */
      overdue: z.boolean(),
      runs: z.int().nullable(),
      seconds: z.number().nullable(),
      /** What those who read it had worked for them within thirty days: queries, charts, samples, calls. */
      readSeconds: z.number(),
    }),
  }),
  sample: endpoint({
    method: 'GET',
    path: '/assets/:assetId/sample',
    permission: read,
    summary: 'The first rows, as the caller may see them.',
    params: ofAsset,
    response: Rows,
  }),
  inspect: endpoint({
    method: 'POST',
    path: '/assets/:assetId/inspections',
    permission: edit,
    summary: 'Looks at the first thousand rows and proposes how sensitive columns are.',
    params: ofAsset,
    response: z.object({ proposed: z.int(), rows: z.int() }),
  }),
  categories: endpoint({
    method: 'GET',
    path: '/assets/categories',
    permission: read,
    summary: 'All categories in their order, with how many assets each has.',
    response: z.array(Category),
  }),
  createCategory: endpoint({
    method: 'POST',
    path: '/assets/categories',
    permission: edit,
    summary: 'Adds a category.',
    body: CategoryInput,
    response: Category,
  }),
  updateCategory: endpoint({
    method: 'PATCH',
    path: '/assets/categories/:categoryId',
    permission: edit,
    summary: 'Changes a category or its rule.',
    params: ofCategory,
    body: CategoryInput,
    response: Category,
  }),
  moveCategory: endpoint({
    method: 'PUT',
    path: '/assets/categories/:categoryId/place',
    permission: edit,
    summary: 'Moves a category below another, before one of its neighbours or to the end.',
    params: ofCategory,
    body: z.object({ parent: uuid.nullable(), before: uuid.nullable() }),
    response: nothing,
  }),
  removeCategory: endpoint({
    method: 'DELETE',
    path: '/assets/categories/:categoryId',
    permission: edit,
    summary: 'Removes a category without categories below it; its assets are in none then.',
    params: ofCategory,
    response: nothing,
  }),
  previewRule: endpoint({
    method: 'POST',
    path: '/assets/categories/previews',
    permission: edit,
    summary: 'Which assets a rule would take in.',
    body: z.object({ rule: CategoryInput.shape.rule }),
    response: z.object({ count: z.int(), rows: z.array(AssetRow) }),
  }),
  words: endpoint({
    method: 'GET',
    path: '/assets/words',
    permission: read,
    summary: 'Domains and business terms by name: all, those that a search finds, or those of given ids.',
    query: z.object({
      kind: z.enum(wordKinds).optional(),
      search: z.string().trim().max(200).optional(),
      ids: listInQuery(uuid, 200).optional(),
      after: z.string().max(1_000).optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    response: z.object({ rows: z.array(Word), next: z.string().nullable() }),
  }),
  createWord: endpoint({
    method: 'POST',
    path: '/assets/words',
    permission: edit,
    summary: 'Adds a domain or a business term.',
    body: WordInput,
    response: Word,
  }),
  updateWord: endpoint({
    method: 'PATCH',
    path: '/assets/words/:wordId',
    permission: edit,
    summary: 'Changes a domain or a business term.',
    params: z.object({ wordId: uuid }),
    body: WordInput,
    response: Word,
  }),
  removeWord: endpoint({
    method: 'DELETE',
    path: '/assets/words/:wordId',
    permission: edit,
    summary: 'Removes a domain or a term; assets lose it.',
    params: z.object({ wordId: uuid }),
    response: nothing,
  }),
  lineage: endpoint({
    method: 'GET',
    path: '/assets/lineage',
    permission: read,
    summary: 'Where an asset comes from and what comes from it, or without one the whole picture.',
    query: z.object({
      asset: idText.optional(),
      depth: z.number().int().min(1).max(20).default(2),
      direction: z.enum(lineageDirections).default('both'),
      columns: z.boolean().default(false),
      /** Only what comes from, or goes into, this column. */
      column: z.number().int().min(1).max(32_767).optional(),
      at: z.iso.datetime().optional(),
      kinds: listInQuery(z.enum(edgeKinds), edgeKinds.length).optional(),
    }),
    response: LineageGraph,
  }),
  impact: endpoint({
    method: 'GET',
    path: '/assets/:assetId/impact',
    permission: read,
    summary: 'What breaks when an asset or one of its columns goes, or what it hangs on.',
    params: ofAsset,
    query: z.object({
      column: z.number().int().min(1).max(32_767).optional(),
      direction: z.enum(['down', 'up']).default('down'),
      at: z.iso.datetime().optional(),
    }),
    response: Impact,
  }),
  impactOfThing: endpoint({
    method: 'GET',
    path: '/assets/of/:kind/:ref/impact',
    permission: read,
    summary: 'The same of a form, chart or anything else, for dialogs that release or delete it.',
    params: z.object({ kind: z.string().max(40), ref: z.string().max(400) }),
    query: z.object({
      direction: z.enum(['down', 'up']).default('down'),
      /** Only what hangs on one of these columns, by their keys. */
      columns: listInQuery(z.string().max(400), 50).optional(),
    }),
    response: Impact,
  }),
  path: endpoint({
    method: 'GET',
    path: '/assets/lineage/path',
    permission: read,
    summary: 'The shortest way from one asset to another.',
    query: z.object({
      from: idText,
      to: idText,
      fromColumn: z.number().int().min(1).max(32_767).optional(),
      toColumn: z.number().int().min(1).max(32_767).optional(),
      at: z.iso.datetime().optional(),
    }),
    response: LineagePath,
  }),
  addEdge: endpoint({
    method: 'POST',
    path: '/assets/edges',
    permission: edit,
    summary: 'Says by hand that one comes from another, with a reason.',
    body: EdgeInput,
    response: z.object({ id: z.string() }),
  }),
  removeEdge: endpoint({
    method: 'DELETE',
    path: '/assets/edges/:edgeId',
    permission: edit,
    summary: 'Ends an edge that somebody drew by hand.',
    params: z.object({ edgeId: z.string().regex(/^\d{1,18}$/) }),
    response: nothing,
  }),
  requests: endpoint({
    method: 'GET',
    path: '/assets/requests',
    permission: read,
    summary: 'Requests for access: own ones, and for administrators those that wait.',
    query: z.object({
      asset: idText.optional(),
      state: z.enum(requestStates).optional(),
      after: z.string().max(100).optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    response: z.object({ rows: z.array(Request), next: z.string().nullable() }),
  }),
  request: endpoint({
    method: 'POST',
    path: '/assets/:assetId/requests',
    permission: read,
    summary: 'Applies for access to an asset.',
    params: ofAsset,
    body: RequestInput,
    response: Request,
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/assets/requests/:accessRequestId/decision',
    permission: edit,
    summary: 'Grants or refuses a request for access.',
    params: z.object({ accessRequestId: uuid }),
    body: z.object({ granted: z.boolean(), note: z.string().max(1_000), sensitive: z.boolean().default(false) }),
    rights: { when: ({ body }) => body.granted },
    response: Request,
  }),
};
