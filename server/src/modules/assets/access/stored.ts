import type { Request } from '@formwork/contract/assets/api.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { reader } from '../../../platform/db/space-data.ts';
import { notFound } from '../../../platform/errors.ts';

export interface StoredRequest {
  id: string;
  asset: number;
  assetTitle: Text;
  kind: string;
  ref: string;
  guard: string;
  person: string;
  reason: string;
  until: Date | null;
  state: Request['state'];
  note: string;
  sensitive: boolean;
  form: string | null;
  record: string | null;
  asked_at: Date;
  decided_by: string | null;
}

export const requestColumns = `r.id, r.asset, a.title as "assetTitle", a.kind, a.ref, a.guard, r.person, r.reason, r.until, r.state, r.note, r.sensitive, r.form, r.record, r.asked_at, r.decided_by`;

export async function storedRequest(ctx: Pick<Ctx, 'platform' | 'spaceId'>, id: string): Promise<StoredRequest> {
  const from = reader(ctx);
  const { rows } = await from.query<StoredRequest>({
    text: `select ${requestColumns} from ${from.schema}.assets_request r join ${from.schema}.assets_asset a on a.id = r.asset where r.id = $1`,
    values: [id],
  });
  if (!rows[0]) throw notFound('assets.request.not_found');
  return rows[0];
}

export function requestView({
  until,
  asked_at: asked,
  decided_by: decidedBy,
  form,
  record,
  kind: _k,
  ref: _r,
  guard: _g,
  ...row
}: StoredRequest): Request {
  return {
    ...row,
    until: until?.toISOString() ?? null,
    askedAt: asked.toISOString(),
    decidedBy,
    process: form !== null && record !== null ? { formId: form, recordId: record } : null,
  };
}
