import { forbidden } from '../../../platform/errors.ts';
import type { Rights } from '../../forms/public.ts';
import type { FormPlan, StoredRecord } from '../plan.ts';
import { factsOfRecord, reaches, type Viewer } from '../reach.ts';

/** Several records at once are a right of their own, also where each could be changed by itself. */
export function requireBatch(plan: FormPlan, rights: Rights, record: Pick<StoredRecord, 'values'>, viewer: Viewer): void {
  if (!reaches(plan, rights.batch, factsOfRecord(record), viewer)) throw forbidden('records.record.no_batch');
}
