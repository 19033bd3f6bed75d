import { pathTo } from '@formwork/contract/routes.ts';
import { rulesApi } from '@formwork/contract/rules/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';

/** Why a field has the value it has: the rule that gave it, and the way to what it read and did. */
export function WhyField({ formId, recordId, field }: { formId: string; recordId: string; field: string }) {
  const t = useT();
  const locale = useLocale();
  const why = useQuery(q(rulesApi.why, { query: { formId, recordId, field } }));
  if (!why.data) return <Unread of={[why]} small skeleton={null} />;
  const { trace } = why.data;
  if (!trace) return <p className="fw-why">{t('records.history.no_rule')}</p>;
  // whose rule one may not see, of that one learns no more
  if (!trace.name) return <p className="fw-why">{t('records.history.unseen_rule')}</p>;
  return (
    <p className="fw-why">
      {t('records.history.by_rule', { name: textIn(trace.name, locale) })}{' '}
      <span className="fw-why-time">
        <Time at={trace.at} locale={locale} />
      </span>{' '}
      <Link href={pathTo('rulesEngine', {}, { tab: 'traces', trace: trace.id })}>{t('records.history.see_why')}</Link>
    </p>
  );
}
