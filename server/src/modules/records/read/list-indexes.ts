import type { InputOf } from '@formwork/contract/endpoint.ts';
import type {
  IndexPart,
  IndexProposal,
  ListIndex,
  ListIndexes,
  listIndexesApi,
  SlowList,
} from '@formwork/contract/records/list-indexes.ts';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Job } from '../../../platform/runs/run-kinds.ts';
import { startRunNow, type RunName } from '../../../platform/runs/runs.ts';
import { inSpace } from '../../../platform/db/space-data.ts';
import {
  buildUseIndex,
  dropUseIndex,
  indexesOfForm,
  isUseIndex,
  useIndexName,
  type FoundIndex,
} from '../../forms/public.ts';
import { costOf, design, designsFor, hasColumnsOf, serves, type IndexDesign } from './list-index-plan.ts';
import { notedLists, slowMs, writeListTimes, type NotedList } from './list-times.ts';
import { planOf, type FormPlan } from '../plan/plan.ts';
import { z } from 'zod';

type Input<K extends keyof typeof listIndexesApi> = InputOf<(typeof listIndexesApi)[K]>;

export const indexRun = {
  kind: 'records.index',
  payload: z.object({
    formId: z.string(),
    parts: z.custom<IndexDesign['parts']>(Array.isArray),
    readers: z.custom<IndexDesign['readers']>(),
  }),
} satisfies RunName<unknown>;

/** Once may have been a busy moment. */
const fewestTimes = 3;
/** Smaller tables are read whole in no time. */
const fewestRows = 1_000;
const provenDays = 7;

/** What was slow, what would help, and what was built: computed from what the database knows each time. */
export async function listIndexes(ctx: Ctx, { params: { formId } }: Input<'indexes'>): Promise<ListIndexes> {
  const plan = await planOf(ctx, formId);
  const found = await proposalsFor(ctx, plan);
  return {
    rows: found.rows,
    slowMs,
    helpless: found.helpless.map((list) => shown(plan, list)),
    proposals: found.proposals.map(({ design: { hash, parts, readers }, lists, cost }): IndexProposal => ({
      id: hash,
      parts: titled(plan, parts),
      readers,
      ...cost,
      lists: lists.map((list) => shown(plan, list)),
    })),
    indexes: found.indexes.filter(({ name }) => isUseIndex(formId, name)).map((index) => viewOf(plan, index)),
  };
}

export async function buildListIndex(
  ctx: Ctx,
  { params: { formId }, body }: Input<'build'>,
): Promise<{ jobId: string }> {
  const plan = await planOf(ctx, formId);
  const { proposals } = await proposalsFor(ctx, plan);
  const proposal = proposals.find(({ design: { hash } }) => hash === body.proposal);
  if (!proposal) throw notFound('records.index.not_proposed');
  const { parts, readers } = proposal.design;
  const job = await startRunNow(ctx, indexRun, { formId, parts, readers });
  return { jobId: job.id };
}

export async function dropListIndex(ctx: Ctx, { params: { formId, indexName } }: Input<'drop'>): Promise<null> {
  await planOf(ctx, formId);
  const { indexes } = await indexesOfForm(ctx.platform.owner, ctx.spaceId, formId);
  if (!isUseIndex(formId, indexName) || !indexes.some(({ name }) => name === indexName))
    throw notFound('records.index.not_found');
  await dropUseIndex(ctx.platform, ctx.spaceId, formId, indexName);
  await inSpace(ctx, (tx) => tx.event('records.index_dropped', formId, { formId, index: indexName }));
  return null;
}

/** A build that breaks off is begun anew. */
export async function runIndex(
  job: Job<{ formId: string; parts: IndexDesign['parts']; readers: IndexDesign['readers'] }>,
): Promise<{ index: string; built: boolean }> {
  const { formId, parts, readers } = job.payload;
  const plan = await planOf(job, formId);
  // a release in between may have taken a field
  if (!parts.every(({ field }) => plan.byId.has(field))) throw notFound('records.index.not_proposed');
  const { hash, body } = design(plan, readers, parts);
  const name = useIndexName(formId, hash);
  job.progress(0, 100);
  const { built } = await buildUseIndex(
    job.platform,
    job.spaceId,
    formId,
    { name, body, purpose: { parts, readers } },
    { progress: (done) => job.progress(done, 100), cancelled: () => job.cancelled() },
  );
  if (built) job.progress(100, 100);
  if (built) await inSpace(job, (tx) => tx.event('records.index_built', formId, { formId, index: name }));
  return { index: name, built };
}

interface Found {
  rows: number;
  indexes: FoundIndex[];
  proposals: { design: IndexDesign; lists: NotedList[]; cost: { bytes: number; seconds: number } }[];
  helpless: NotedList[];
}

async function proposalsFor(ctx: Ctx, plan: FormPlan): Promise<Found> {
  const { formId } = plan.form;
  await writeListTimes(ctx.platform);
  const [physical, lists] = await Promise.all([
    indexesOfForm(ctx.platform.owner, ctx.spaceId, formId),
    notedLists(ctx, formId),
  ]);
  const found: Found = { rows: physical.rows, indexes: physical.indexes, proposals: [], helpless: [] };
  if (physical.rows < fewestRows) return found;
  for (const list of lists) {
    if (list.times < fewestTimes) continue;
    const designs = designsFor(plan, list);
    const open = designs.find((one) => !physical.indexes.some((index) => serves(index, one)));
    const known = open && found.proposals.find(({ design: { hash } }) => hash === open.hash);
    if (known) known.lists.push(list);
    else if (open) found.proposals.push({ design: open, lists: [list], cost: costOf(plan, open, physical) });
    else if (!designs.some((one) => isYoung(one, physical.indexes, list))) found.helpless.push(list);
  }
  return found;
}

/** Slow before its index was there says nothing about now. */
function isYoung(one: IndexDesign, indexes: readonly FoundIndex[], { lastAt }: NotedList): boolean {
  return indexes.some((index) => serves(index, one) && index.purpose !== null && index.purpose.builtAt > lastAt);
}

function viewOf(plan: FormPlan, { name, on, valid, progress, bytes, uses, purpose }: FoundIndex): ListIndex {
  const parts = purpose?.parts ?? [];
  // a field may be gone, store its values in another column, or have its options in another order
  const retired =
    purpose !== null &&
    !(
      purpose.parts.every(({ field }) => plan.byId.has(field)) &&
      hasColumnsOf(on, design(plan, purpose.readers, purpose.parts))
    );
  const proven = purpose !== null && Date.parse(purpose.builtAt) < Date.now() - provenDays * 86_400_000;
  return {
    name,
    parts: titled(plan, parts),
    readers: purpose?.readers ?? 'all',
    bytes,
    uses,
    builtAt: purpose?.builtAt ?? null,
    state: progress !== null ? 'building' : valid ? 'ready' : 'unfinished',
    progress: progress ?? (valid ? 100 : 0),
    worth: retired ? 'retired' : uses > 0 ? 'used' : proven ? 'unused' : 'new',
  };
}

const titled = (plan: FormPlan, parts: IndexDesign['parts']): IndexPart[] =>
  parts.map((part) => ({ ...part, title: titleOf(plan, part.field) }));

function shown(plan: FormPlan, { filters, sort, times, meanMs, maxMs, lastAt }: NotedList): SlowList {
  return {
    filters: filters.map((one) => ({ ...one, title: titleOf(plan, one.field) })),
    sort: sort.map((one) => ({ ...one, title: titleOf(plan, one.field) })),
    times,
    meanMs,
    maxMs,
    lastAt,
  };
}

function titleOf(plan: FormPlan, field: string) {
  return plan.byId.get(field)?.field.title ?? { zh: field };
}
