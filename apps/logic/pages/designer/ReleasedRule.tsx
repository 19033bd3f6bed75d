import { definitionsApi, type DefinitionRelease } from '@formwork/contract/definitions/api.ts';
import type { DefinitionWords } from '@formwork/contract/definitions/kind.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { RuleDocument } from '@formwork/contract/rules/document.ts';
import type { Rule } from '@formwork/contract/rules/rule.ts';
import { SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { tabsOf } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonName } from '@formwork/web/list/PersonName.tsx';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RuleGraph } from '../parts/RuleGraph.tsx';
import { RuleSettings } from '../parts/RuleSettings.tsx';
import { RuleTables } from '../parts/RuleTables.tsx';
import { RuleText } from '../parts/RuleText.tsx';
import { useFacts } from '../parts/use-facts.ts';

const views = ['graph', 'table', 'text', 'settings'] as const;
const changes = 'changes';

/** A release of a rule, which nobody changes: seen as its designer shows it, and what it changed of the one before. */
export function ReleasedRule({ id, number }: { id: string; number: number }) {
  const release = useQuery(q(definitionsApi.getRelease, { params: { kind: 'rule', id, number } }));
  if (!release.data) return <Unread of={[release]} skeleton={<SkeletonPage />} />;
  const { rule } = RuleDocument.parse(release.data.body);
  return <Views id={id} rule={rule} release={release.data} />;
}

function Views({
  id,
  rule,
  release,
}: {
  id: string;
  rule: Rule;
  release: DefinitionRelease & { words: readonly DefinitionWords[] };
}) {
  const t = useT();
  const locale = useLocale();
  const [asked, setAsked] = useQueryText('view');
  const facts = useFacts(rule);
  const { tabs } = tabsOf(useElements('ruleDesigner'), 'views', views, asked, (view) => t(`rules.view.${view}`));
  const view = [...views, changes].find((one) => one === asked) ?? 'graph';
  const shown = { rule, facts, readOnly: true };
  const drawn: Record<string, () => ReactNode> = {
    graph: () => <RuleGraph {...shown} ruleId={id} />,
    table: () => <RuleTables {...shown} />,
    text: () => <RuleText {...shown} />,
    settings: () => <RuleSettings {...shown} ruleId={id} />,
    [changes]: () => <Changes words={release.words} />,
  };
  return (
    <Page
      title={`${rule.name} · ${t('rules.release', { number: release.number })}`}
      note={
        <>
          <PersonName id={release.releasedBy} /> · <Time at={release.releasedAt} locale={locale} />
          {release.note !== '' && ` · ${release.note}`}
        </>
      }
      back={pathTo('ruleDesigner', { id, systemId: '0' })}
      tabs={[...tabs, { id: changes, title: t('rules.view.changes') }]}
      tab={view}
      onTab={setAsked}
      fill
      flush
    >
      <div
        className="rule-content rule-released"
        data-pad={view === 'table' || view === changes || undefined}
        data-full={view === 'text' || view === 'graph' || undefined}
      >
        {drawn[view]?.()}
      </div>
    </Page>
  );
}

function Changes({ words }: { words: readonly DefinitionWords[] }) {
  const t = useT();
  if (words.length === 0) return <p className="rule-quiet">{t('rules.changes_none')}</p>;
  return (
    <ul className="rule-samples">
      {words.map(({ code, data }, at) => (
        <li key={at}>{t(code, data)}</li>
      ))}
    </ul>
  );
}
