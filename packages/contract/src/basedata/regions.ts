import { z } from 'zod';
import { GivenEncoding } from '../records/encodings.ts';
import { endpoint, listInQuery, nothing, uuid } from '../endpoint.ts';
import { nameText } from '../text.ts';

/** As the authority that keeps the list writes it: 110000, 110101001, JP-13. */
export const RegionCode = z.string().regex(/^[A-Za-z0-9-]{1,20}$/);
const Name = nameText().min(1).max(100);

export const Region = z.object({
  id: RegionCode,
  parentId: RegionCode.nullable(),
  name: z.string(),
  nameEn: z.string(),
  /** How many stand right below it. */
  children: z.int(),
});
export type Region = z.infer<typeof Region>;

const reads = 'basedata.data.read';
const edits = 'basedata.data.edit';
const ofRegion = z.object({ regionCode: RegionCode });

export const regionsApi = {
  listRegions: endpoint({
    method: 'GET',
    path: '/basedata/regions',
    permission: reads,
    summary: 'The regions right below one, or the topmost ones, by code, some at a time.',
    query: z.object({
      parent: RegionCode.optional(),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(500).default(200),
    }),
    response: z.object({ rows: z.array(Region), total: z.int() }),
  }),
  findRegions: endpoint({
    method: 'GET',
    path: '/basedata/regions/search',
    permission: reads,
    summary: 'The first regions whose name or code fits, or those of the codes, each with those above it.',
    query: z.object({ search: z.string().trim().max(60).default(''), codes: listInQuery(RegionCode, 100).optional() }),
    response: z.array(z.object({ id: RegionCode, name: z.string(), path: z.array(z.string()) })),
  }),
  createRegion: endpoint({
    method: 'POST',
    path: '/basedata/regions',
    permission: edits,
    summary: 'Add a region.',
    body: z.object({
      code: RegionCode,
      parentId: RegionCode.nullable(),
      name: Name,
      nameEn: z.string().trim().max(100).default(''),
    }),
    response: Region,
  }),
  updateRegion: endpoint({
    method: 'PATCH',
    path: '/basedata/regions/:regionCode',
    permission: edits,
    summary: 'Rename a region.',
    params: ofRegion,
    body: z.object({ name: Name, nameEn: z.string().trim().max(100) }),
    response: Region,
  }),
  deleteRegion: endpoint({
    method: 'DELETE',
    path: '/basedata/regions/:regionCode',
    permission: edits,
    summary: 'Delete a region and all below it.',
    params: ofRegion,
    response: nothing,
  }),
  clearRegions: endpoint({
    method: 'DELETE',
    path: '/basedata/regions',
    permission: edits,
    summary: 'Delete all regions.',
    response: nothing,
  }),
  importRegions: endpoint({
    method: 'POST',
    path: '/basedata/regions/sheet',
    permission: edits,
    query: GivenEncoding,
    transfer: 'multipart',
    summary:
      'Import regions by a job from a spreadsheet (xls, xlsx or csv) with columns for code and name, perhaps parent code and English name; without a parent code the beginning of the code tells it.',
    response: z.object({ jobId: uuid }),
  }),
  regionFailures: endpoint({
    method: 'GET',
    path: '/basedata/regions/imports/:jobId/failures',
    permission: edits,
    summary:
      'The rows that an import of regions refused, each with the reason, as a spreadsheet; until the next import begins.',
    params: z.object({ jobId: uuid }),
    response: z.unknown(),
    transfer: 'stream',
  }),
};
