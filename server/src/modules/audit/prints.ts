import type { auditApi } from '@formwork/contract/audit/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { TxCtx } from '../../platform/context.ts';
import { record } from '../../platform/events/events.ts';

/** Printing happens in the browser, which says so itself. */
export async function reportPrint(ctx: TxCtx, { body }: InputOf<typeof auditApi.reportPrint>): Promise<null> {
  await record(ctx, 'platform.page.printed', { path: body.path, title: body.title });
  return null;
}
