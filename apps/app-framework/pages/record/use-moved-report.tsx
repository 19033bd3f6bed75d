import { recordsApi } from '@formwork/contract/records/api.ts';
import type { Moved } from '@formwork/contract/records/share.ts';
import { call } from '@formwork/web/http/call.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { App } from 'antd';

/** Of each reason so many are called by name. */
const mostNamed = 10;

/** Says which of several records were refused, and for which reasons. */
export function useMovedReport(
  formId: string,
  title: 'records.share.failed' | 'records.transfer.failed',
): (outcomes: readonly Moved[]) => Promise<void> {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  return async (outcomes) => {
    const refused = outcomes.flatMap(({ id, refused: code }) => (code === null ? [] : [{ id, code }]));
    if (refused.length === 0) return;
    const reasons = [...Map.groupBy(refused, ({ code }) => code)];
    const named = reasons.flatMap(([, all]) => all.slice(0, mostNamed).map(({ id }) => id));
    const names = outcomes.length > 1 ? await titlesOf(formId, named) : new Map<string, string>();
    modal.error({
      title: t(title, { count: refused.length }),
      okText: t('ui.action.close'),
      content: (
        <ul>
          {reasons.map(([code, all]) => {
            const known = all.slice(0, mostNamed).flatMap(({ id }) => names.get(id) || []);
            const more = all.length - known.length;
            return (
              <li key={code}>
                {t(code)}
                {known.length > 0 && (locale === 'zh-CN' ? `：${known.join('、')}` : `: ${known.join(', ')}`)}
                {outcomes.length > 1 &&
                  more > 0 &&
                  (known.length > 0 ? t('records.moved.more', { count: more }) : ` (${more})`)}
              </li>
            );
          })}
        </ul>
      ),
    });
  };
}

/** What the person calls them; of those they do not see none. What keeps the names from coming keeps no reason back. */
async function titlesOf(formId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const { titles } = await call(recordsApi.titles, { params: { formId }, query: { ids: [...ids] } }).catch(() => ({
    titles: [],
  }));
  return new Map(titles.map(({ id, title }) => [id, title]));
}
