import { z } from 'zod';
import { endpoint, listInQuery } from '../endpoint.ts';
import { edgeKinds } from './asset.ts';
import { lineageDirections } from './lineage.ts';

// Programs of others send what they have: names are read where they are, and what is wrong beside them is left out.
const lenient = <Value>(schema: z.ZodType<Value>) => schema.optional().catch(undefined);
const Name = z.string().min(1).max(1_000);

const InputField = z.looseObject({
  namespace: Name,
  name: Name,
  field: Name,
  transformations: lenient(z.array(z.looseObject({ type: lenient(z.string()), subtype: lenient(z.string()) }))),
});
export type OpenInputField = z.infer<typeof InputField>;
/** Those of a list that can be read. */
const some = <Value>(item: z.ZodType<Value>) =>
  lenient(
    z
      .array(z.unknown())
      .max(5_000)
      .transform((all) =>
        all.flatMap((one) => {
          const read = item.safeParse(one);
          return read.success ? [read.data] : [];
        }),
      ),
  );

export const OpenDataset = z.looseObject({
  namespace: Name,
  name: Name,
  facets: lenient(
    z.looseObject({
      schema: lenient(
        z.looseObject({ fields: some(z.looseObject({ name: Name, type: lenient(z.string().max(400)) })) }),
      ),
      columnLineage: lenient(
        z.looseObject({
          fields: lenient(z.record(z.string().max(1_000), lenient(z.looseObject({ inputFields: some(InputField) })))),
          dataset: some(InputField),
        }),
      ),
      documentation: lenient(z.looseObject({ description: lenient(z.string().max(20_000)) })),
      lifecycleStateChange: lenient(z.looseObject({ lifecycleStateChange: lenient(z.string()) })),
    }),
  ),
});
export type OpenDataset = z.infer<typeof OpenDataset>;

const Job = z.looseObject({
  namespace: Name,
  name: Name,
  facets: lenient(
    z.looseObject({
      jobType: lenient(z.looseObject({ processingType: lenient(z.string()) })),
      documentation: lenient(z.looseObject({ description: lenient(z.string().max(20_000)) })),
    }),
  ),
});

/** An event of a run, of a job or of a dataset. */
export const OpenEvent = z.looseObject({
  eventType: lenient(z.string().max(40)),
  eventTime: lenient(z.string().max(60)),
  run: lenient(z.looseObject({ runId: z.string().min(1).max(200) })),
  job: lenient(Job),
  inputs: some(OpenDataset),
  outputs: some(OpenDataset),
  dataset: lenient(OpenDataset),
});
export type OpenEvent = z.infer<typeof OpenEvent>;

const id = z.number().int().min(1).max(2_147_483_647);

export const openLineageApi = {
  take: endpoint({
    method: 'POST',
    path: '/openlineage',
    permission: 'assets.asset.edit',
    summary: 'Takes an event of OpenLineage, or several; what says the same as one before changes nothing.',
    body: z.union([z.array(OpenEvent).min(1).max(200), OpenEvent]),
    response: z.object({ taken: z.int(), repeated: z.int(), unnamed: z.int() }),
  }),
  events: endpoint({
    method: 'GET',
    path: '/openlineage',
    permission: 'assets.asset.edit',
    summary:
      'What data tasks and flows did, as events of OpenLineage, the oldest first; they are kept for ninety days.',
    query: z.object({
      after: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
      limit: z.number().int().min(1).max(500).default(100),
    }),
    response: z.object({
      events: z.array(z.record(z.string(), z.unknown())),
      /** For the next call, also where there are no more yet. */ next: z.string(),
    }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/assets/lineage/file',
    permission: 'assets.asset.read',
    summary: 'Lineage as a file: a line an edge, or an event of OpenLineage an asset.',
    query: z.object({
      format: z.enum(['csv', 'openlineage']),
      asset: id.optional(),
      depth: z.number().int().min(1).max(1_000).default(1_000),
      direction: z.enum(lineageDirections).default('both'),
      at: z.iso.datetime().optional(),
      kinds: listInQuery(z.enum(edgeKinds), edgeKinds.length).optional(),
    }),
    response: z.unknown(),
    transfer: 'stream',
  }),
};
