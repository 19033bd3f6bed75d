import type { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../../platform/context.ts';
import { patiently } from '../../../platform/engine/patience.ts';
import { conflict } from '../../../platform/errors.ts';
import { shownRows } from '../shown-values.ts';
import { noteUse } from '../usage.ts';
import { failing, isOfRows } from './evaluate.ts';
import { requireReadable, storedRule } from './rules.ts';

const most = 100;
const patienceMs = 60_000;

/** Rows that fail as they are now: no values of them are kept, and the caller's rights decide which they see. */
export async function getFailedRows(
  ctx: Ctx,
  { params }: InputOf<(typeof assetQualityApi)['failedRows']>,
): Promise<ResponseOf<(typeof assetQualityApi)['failedRows']>> {
  const { asset: assetId, spec } = await storedRule(ctx, params.qualityRuleId);
  if (!isOfRows(spec.check.kind)) throw conflict('assets.rule.not_of_rows');
  const asset = await requireReadable(ctx, assetId);
  const began = performance.now();
  const { columns, rows, failed } = await patiently(patienceMs, (signal) =>
    failing(ctx, asset, spec.check, most, signal),
  );
  noteUse(ctx, asset.id, performance.now() - began);
  return {
    columns: columns.map(({ name, title, type }) => ({ key: name, title: title ?? name, type })),
    rows: await shownRows(ctx, asset, columns, rows),
    failed,
  };
}
