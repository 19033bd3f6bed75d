import { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { factsOfFiles } from '../files/public.ts';
import { attachmentId, attachmentKind } from './attachments.ts';
import type { PlanColumn } from './columns.ts';
import type { FormPlan } from './plan.ts';
import type { GivenRecord } from './prepare.ts';

type Where = Pick<Ctx, 'platform' | 'spaceId'> & { user: { id: string } };
type GivenValues = Readonly<Record<string, unknown>>;
const FileId = z.object({ id: z.uuid() });

/** The given values with the name, size and type that their files really have: what a field takes is judged by these. */
export async function withTrueFiles(ctx: Where, plan: FormPlan, given: GivenRecord, recordId?: string): Promise<GivenRecord> {
  if (!plan.hasFiles) return given;
  const ids = new Set<string>();
  mapFiles(plan, given, (file) => {
    ids.add(file.id);
    return file;
  });
  if (ids.size === 0) return given;
  const facts = await factsOfFiles(ctx, [...ids], recordId === undefined ? undefined : { kind: attachmentKind, id: attachmentId(plan.form.formId, recordId) });
  return mapFiles(plan, given, (file) => ({ ...file, ...facts.get(file.id) }));
}

function mapFiles(plan: FormPlan, { values, slaves }: GivenRecord, change: (file: { id: string }) => object): GivenRecord {
  const mapped = (columns: readonly PlanColumn[], row: GivenValues): GivenValues => {
    const changed = columns.flatMap(({ id, kind }) => {
      const value = row[id];
      if (kind !== 'files' || !Array.isArray(value)) return [];
      return [[id, value.map((file: unknown) => (FileId.safeParse(file).success ? change(file as { id: string }) : file))] as const];
    });
    return changed.length === 0 ? row : { ...row, ...Object.fromEntries(changed) };
  };
  if (slaves === undefined) return { values: mapped(plan.own, values) };
  const rows = plan.slaves.flatMap(({ id, columns }) => (slaves[id] ? [[id, slaves[id].map((row) => ({ ...row, values: mapped(columns, row.values) as typeof row.values }))] as const] : []));
  return { values: mapped(plan.own, values), slaves: { ...slaves, ...Object.fromEntries(rows) } };
}
