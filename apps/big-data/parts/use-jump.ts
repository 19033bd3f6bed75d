import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { drilledUse, type ChartDefinition, type DashboardFilter } from '@formwork/contract/analytics/definition.ts';
import { filterCondition } from '@formwork/contract/analytics/filter-condition.ts';
import { filterValues, jumpAddress, type Jump } from '@formwork/contract/analytics/jump.ts';
import { filtersOfScreen } from '@formwork/contract/analytics/screen.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import { groupableKinds, groupCondition } from '@formwork/contract/views/group-condition.ts';
import type { Picked } from '@formwork/chart/parts/items.ts';
import { restKey } from '@formwork/chart/data/grid.ts';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { App } from 'antd';
import { nothingChosen, type Chosen } from './chosen.ts';

/** What was clicked: a mark of a chart, and what narrows the chart besides. */
export interface JumpMark {
  definition: ChartDefinition;
  result: ChartResult;
  keys: Picked;
  /** The records behind it. */
  where: Condition | undefined;
}

/** Follows a jump. Whether one may be where it leads is asked there: what is refused says so and leaves one here. */
export function useJump(): (jump: Jump, mark?: JumpMark) => void {
  const t = useT();
  const router = useRouter();
  const timeZone = useTimeZone();
  const { message } = App.useApp();
  const follow = async (jump: Jump, mark?: JumpMark): Promise<void> => {
    const clicked = mark && clickedOf(jump, mark);
    if (jump.to === 'address') {
      const href = jumpAddress(jump.address, { value: clicked?.label ?? '', key: clicked?.key ?? '' });
      if (href !== undefined) window.open(href, '_blank', 'noopener,noreferrer');
      return;
    }
    if (jump.id === null) return;
    if (jump.to === 'form') return router.go(await listAddress(jump, jump.id, mark, clicked, timeZone));
    const page = jump.to === 'dashboard' ? 'dashboard' : 'screen';
    const wants = jump.filter !== undefined && mark !== undefined;
    const chosen = wants && clicked ? await chosenThere(jump, jump.id, clicked, timeZone) : undefined;
    if (wants && !chosen) void message.info(t('analytics.jump.not_narrowed'));
    await router.go(pathTo(page, { id: jump.id }, chosen ? { v: JSON.stringify(chosen) } : {}));
  };
  return (jump, mark) => {
    follow(jump, mark).catch((error: unknown) => {
      if (!isApiError(error)) throw error;
      void message.error(errorText(error, t));
    });
  };
}

interface Clicked {
  key: string;
  label: string;
  column: ChartResult['columns'][number];
}

/** The value that goes along: of the use that the jump names, else of the first key. */
function clickedOf({ key: wanted }: Jump, { definition, result, keys }: JumpMark): Clicked | undefined {
  const own = wanted !== undefined && wanted in keys ? wanted : drilledUse(definition.settings)?.id;
  const id = own !== undefined && own in keys ? own : Object.keys(keys)[0];
  const column = result.columns.find((one) => one.id === id);
  const key = id === undefined ? null : (keys[id] ?? null);
  if (!column || key === null || key === restKey) return undefined;
  return { key: String(key), label: column.labels?.[String(key)] ?? String(key), column };
}

/** The state of the page over there with its filter set; undefined where one does not see that filter, or it cannot be so. */
async function chosenThere(
  { to, filter: filterId }: Extract<Jump, { to: 'dashboard' | 'screen' }>,
  id: string,
  { key, column }: Clicked,
  timeZone: string,
): Promise<Chosen | undefined> {
  const filter = (await filtersThere(to, id)).find((one) => one.id === filterId);
  if (!filter || !column.of) return undefined;
  const { fields } = await call(analyticsApi.source, { params: { formId: filter.form } });
  const kind = fields.find((one) => one.id === filter.field)?.kind;
  const value = kind && filterValues(kind, { ...column.of, step: column.step }, key, timeZone);
  const where = kind && value && filterCondition(filter.field, kind, value, timeZone);
  return value && where && { ...nothingChosen, f: { [filter.id]: { value, where } } };
}

async function filtersThere(to: 'dashboard' | 'screen', id: string): Promise<DashboardFilter[]> {
  if (to === 'dashboard')
    return (await call(analyticsApi.dashboard, { params: { dashboardId: id } })).definition.filters;
  return filtersOfScreen((await call(analyticsApi.screen, { params: { screenId: id } })).definition);
}

async function listAddress(
  jump: Extract<Jump, { to: 'form' }>,
  formId: string,
  mark: JumpMark | undefined,
  clicked: Clicked | undefined,
  timeZone: string,
): Promise<string> {
  const { appId } = await call(recordsApi.plan, { params: { formId } });
  const filter =
    jump.field === undefined
      ? mark?.definition.form === formId
        ? mark.where
        : undefined
      : clicked && (await fieldIs(formId, jump.field, clicked, timeZone));
  return pathTo('appList', { appId }, { form: formId, ...(filter && { filter: JSON.stringify(filter) }) });
}

async function fieldIs(
  formId: string,
  field: string,
  { key, column }: Clicked,
  timeZone: string,
): Promise<Condition | undefined> {
  const { fields } = await call(analyticsApi.source, { params: { formId } });
  const kind = fields.find((one) => one.id === field)?.kind;
  if (!kind || !column.of || !groupableKinds.has(kind)) return undefined;
  // where both are of one kind the group itself is found again, else what one can choose there
  if (kind === column.of.kind && !column.of.holds?.[key])
    return groupCondition({ field, ...(column.step && { step: column.step }) }, kind, key, timeZone);
  const value = filterValues(kind, { ...column.of, step: column.step }, key, timeZone);
  return value && filterCondition(field, kind, value, timeZone);
}
