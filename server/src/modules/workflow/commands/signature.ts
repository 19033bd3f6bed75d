import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/ids.ts';
import { attachFiles, guardFiles } from '../../files/public.ts';
import { canSeeRecord } from '../../records/public.ts';
import type { Subject } from './subject.ts';

const kind = 'workflow.signature';

/** What was signed belongs to the process from then on: whoever sees the record sees who signed. */
export async function keepSignature(
  ctx: Ctx,
  { form, recordId }: Subject,
  signature: string | undefined,
): Promise<void> {
  if (signature === undefined) return;
  const uploader = ctx.user.deputy?.id ?? ctx.user.id;
  const refused = isUuid(signature)
    ? await attachFiles(ctx.platform, ctx.spaceId, uploader, [signature], { kind, id: `${form.formId}/${recordId}` })
    : [signature];
  if (refused.length > 0)
    throw invalid('workflow.signature.not_yours', [{ path: 'signature', code: 'workflow.signature.not_yours' }]);
}

/** Once per process. */
export function guardSignatures(platform: Ctx['platform']): void {
  guardFiles(platform, kind, (ctx, id) => {
    const [formId = '', recordId = ''] = id.split('/');
    return canSeeRecord(ctx, formId, recordId);
  });
}
