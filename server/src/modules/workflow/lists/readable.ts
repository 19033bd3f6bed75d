import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { seenForProcess, type ProcessRecord } from '../../records/public.ts';

/** A record the person may see by the records' own rules: participants of its process hold a grant on it. */
export async function readableRecord(
  ctx: Ctx,
  formId: string,
  recordId: string,
): Promise<ProcessRecord & { owner: string | null }> {
  const record = await seenForProcess(ctx, formId, recordId);
  if (!record) throw notFound('workflow.record.not_found');
  const owner = record.values._owner;
  return { ...record, owner: Array.isArray(owner) && typeof owner[0] === 'string' ? owner[0] : null };
}
