import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { FileGuard } from '../../files/public.ts';
import { filesOf } from './attachments.ts';
import { visibleRow } from '../read/get.ts';
import { planOf, storedRecord } from '../plan/plan.ts';

/** Whoever sees a record sees its files, those of earlier versions too; where fields are hidden, those of the fields that are not. */
export const maySeeFile: FileGuard = async (ctx: Ctx, id, fileId) => {
  const [formId = '', recordId = ''] = id.split('/');
  try {
    const plan = await planOf(ctx, formId);
    const { row, mask } = await visibleRow(ctx, plan, recordId);
    return !mask || filesOf(plan, storedRecord(plan, row)).includes(fileId);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return false;
    throw error;
  }
};
