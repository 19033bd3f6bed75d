import { rulesApi } from '@formwork/contract/rules/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { readFirst } from '@formwork/logic/qlang/read.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonName } from '@formwork/web/list/PersonName.tsx';
import { useQuery } from '@tanstack/react-query';
import { Alert, Drawer } from 'antd';
import { shown, StepsTrace } from '../parts/StepsTrace.tsx';
import { useFacts } from '../parts/use-facts.ts';

/** One evaluation: why it fired, what it read, what it did. What the reader may not see is not in it. */
export function TraceDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const query = useQuery(q(rulesApi.trace, { params: { traceId: id } }));
  const trace = query.data;
  const rule = trace?.source ? readFirst(trace.source) : undefined;
  const facts = useFacts(rule ?? { starts: [], at: 'later' });
  return (
    <Drawer
      open
      size="large"
      title={trace ? textIn(trace.name ?? undefined, locale) : t('rules.trace.title')}
      onClose={onClose}
    >
      {!trace && <Unread of={[query]} skeleton={<SkeletonRows rows={6} columns={1} height={24} />} />}
      {trace && (
        <div className="rule-form">
          <p className="rule-line">
            <Time at={trace.at} locale={locale} />
            <span>{t(`rules.start.${trace.starts}`)}</span>
            <span>{t('rules.release', { number: trace.release })}</span>
            <span>{t(`rules.as.${trace.actsAs}`)}</span>
            {trace.actor !== null && <PersonName id={trace.actor} />}
            <Link href={pathTo('ruleDesigner', { id: trace.rule, systemId: '0' })}>{t('rules.trace.to_rule')}</Link>
          </p>
          {trace.code !== null && <Alert type="error" showIcon title={t(trace.code, trace.data ?? {})} />}
          {trace.text !== null && <Alert type="warning" showIcon title={trace.text} />}
          {trace.changes.length > 0 && (
            <dl className="rule-changes">
              {trace.changes.map(({ target, value }, at) => (
                <div key={at}>
                  <dt>{target.map(facts.nameOf).join('.')}</dt>
                  <dd>{shown(value)}</dd>
                </div>
              ))}
            </dl>
          )}
          {trace.effects.map((effect) => (
            <p key={effect.key} className="rule-quiet">
              {facts.nameOf(effect.what)} {effect.target !== undefined && facts.nameOf(effect.target)}{' '}
              {shown(effect.input)}
            </p>
          ))}
          <StepsTrace steps={trace.steps} nameOf={facts.nameOf} />
          {trace.source !== null && <pre className="rule-json">{trace.source}</pre>}
        </div>
      )}
    </Drawer>
  );
}
