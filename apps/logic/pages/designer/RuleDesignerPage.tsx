import { pathTo } from '@formwork/contract/routes.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { RuleDocument, ruleKind } from '@formwork/contract/rules/document.ts';
import { DocumentPage } from '@formwork/web/document/DocumentPage.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useParams } from '@formwork/web/router/page-context.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { CodeEditor } from '@formwork/code-ui/CodeEditor.tsx';
import { javascriptLanguage } from '@formwork/code-ui/languages/javascript.ts';
import { printRule } from '@formwork/logic/qlang/print.ts';
import { useQuery } from '@tanstack/react-query';
import { RuleViews } from './RuleViews.tsx';
import '../parts/rules.css';

/** A rule as graph, table and text, which are views of one document; with a number, a release that nobody changes. */
export default function RuleDesignerPage() {
  const { id = '', releaseId } = useParams();
  return releaseId === undefined ? (
    <DocumentPage kind={ruleKind} id={id} back={pathTo('ruleDesignerList')}>
      {(parts) => <RuleViews {...parts} first="graph" />}
    </DocumentPage>
  ) : (
    <Released id={id} number={Number(releaseId)} />
  );
}

const plain = javascriptLanguage([], '');

function Released({ id, number }: { id: string; number: number }) {
  const t = useT();
  const release = useQuery(q(definitionsApi.getRelease, { params: { kind: 'rule', id, number } }));
  if (!release.data) return <Unread of={[release]} skeleton={<SkeletonPage />} />;
  const { rule } = RuleDocument.parse(release.data.body);
  return (
    <Page
      title={`${rule.name} · ${t('rules.release', { number })}`}
      back={pathTo('ruleDesigner', { id, systemId: '0' })}
      fill
    >
      <ul className="rule-samples">
        {release.data.words.map(({ code, data }, at) => (
          <li key={at}>{t(code, data)}</li>
        ))}
      </ul>
      <CodeEditor label={t('rules.view.text')} value={printRule(rule)} readOnly language={plain} height={520} />
    </Page>
  );
}
