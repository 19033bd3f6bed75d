import { z } from 'zod';
import { operatorNames } from '../condition/operators.ts';
import { endpoint, nothing, shortId } from '../endpoint.ts';
import { Text } from '../text.ts';

const count = z.number().int().nonnegative();

/** A column of an index and what a list does with it; `all`: whoever reads it sees every record. */
const IndexPart = z.object({
  field: z.string(),
  title: Text,
  use: z.enum(['filter', 'sort']),
  descending: z.boolean(),
});
export type IndexPart = z.infer<typeof IndexPart>;

/** Whose lists an index serves: those of people who see every record, their own, or those of their departments. */
const indexReaders = ['all', 'own', 'department'] as const;
export type IndexReaders = (typeof indexReaders)[number];

/** A way to look at a list that took long, without the values people compared with. */
const SlowList = z.object({
  filters: z.array(z.object({ field: z.string(), title: Text, operator: z.enum(operatorNames) })),
  sort: z.array(z.object({ field: z.string(), title: Text, descending: z.boolean() })),
  times: count,
  meanMs: z.number(),
  maxMs: z.number(),
  lastAt: z.string(),
});
export type SlowList = z.infer<typeof SlowList>;

const IndexProposal = z.object({
  id: z.string(),
  parts: z.array(IndexPart),
  readers: z.enum(indexReaders),
  /** What it would cost, about: room, and time to build. */
  bytes: count,
  seconds: count,
  lists: z.array(SlowList),
});
export type IndexProposal = z.infer<typeof IndexProposal>;

const ListIndex = z.object({
  name: z.string(),
  parts: z.array(IndexPart),
  readers: z.enum(indexReaders),
  /** unfinished: its building broke off. */
  state: z.enum(['ready', 'building', 'unfinished']),
  /** Of 100. */
  progress: count,
  bytes: count,
  uses: count,
  builtAt: z.string().nullable(),
  /** new: too young to say; retired: a field stores its values elsewhere by now. */
  worth: z.enum(['used', 'new', 'unused', 'retired']),
});
export type ListIndex = z.infer<typeof ListIndex>;

const ListIndexes = z.object({
  /** Rows of the form, about. */
  rows: count,
  /** From so many milliseconds on a list is noted. */
  slowMs: count,
  proposals: z.array(IndexProposal),
  /** Slow lists that no index of ours would help. */
  helpless: z.array(SlowList),
  indexes: z.array(ListIndex),
});
export type ListIndexes = z.infer<typeof ListIndexes>;

const params = z.object({ formId: shortId });

export const listIndexesApi = {
  indexes: endpoint({
    method: 'GET',
    path: '/forms/:formId/list-indexes',
    permission: 'forms.design.read',
    summary: 'Lists of a form that were slow, indexes that would help them, and those that were built for lists',
    params,
    response: ListIndexes,
  }),
  build: endpoint({
    method: 'POST',
    path: '/forms/:formId/list-indexes',
    permission: 'forms.design.edit',
    summary: 'Builds a proposed index as a job, while people work',
    params,
    body: z.object({ proposal: z.string().max(40) }),
    response: z.object({ jobId: z.string() }),
  }),
  drop: endpoint({
    method: 'DELETE',
    path: '/forms/:formId/list-indexes/:indexName',
    permission: 'forms.design.edit',
    summary: 'Drops an index that was built for lists',
    params: params.extend({ indexName: z.string().regex(/^[a-z0-9_]{1,63}$/) }),
    response: nothing,
  }),
};
