import { fromVegaLite, isVegaLite } from '@formwork/chart/vega-lite.ts';
import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { call } from '@formwork/web/http/call.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';

/** A chart of Vega-Lite, of the form or data set that is chosen; what it cannot say here is named. */
export async function chartOfVegaLite(
  found: unknown,
  now: ChartDefinition,
  t: Translate,
): Promise<{ body: ChartDefinition } | { refused: string } | undefined> {
  if (!isVegaLite(found)) return undefined;
  if (now.form === null) return { refused: t('analytics.form_first') };
  const { fields } = await call(analyticsApi.source, { params: { formId: now.form } });
  const read = fromVegaLite(found, fields);
  if (!read.ok) return { refused: t('analytics.code_vega_refused', { what: read.refused.join(', ') }) };
  return { body: { form: now.form, where: read.where, settings: read.settings } };
}
