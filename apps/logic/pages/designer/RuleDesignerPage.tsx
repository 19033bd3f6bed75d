import { pathTo } from '@formwork/contract/routes.ts';
import { ruleKind } from '@formwork/contract/rules/document.ts';
import { DocumentPage } from '@formwork/web/document/DocumentPage.tsx';
import { useParams } from '@formwork/web/router/page-context.ts';
import { ReleasedRule } from './ReleasedRule.tsx';
import { RuleViews } from './RuleViews.tsx';
import '../parts/rules.css';

/** A rule as graph, table and text, which are views of one document; with a number, a release that nobody changes. */
export default function RuleDesignerPage() {
  const { id = '', releaseId } = useParams();
  return releaseId === undefined ? (
    <DocumentPage
      kind={ruleKind}
      id={id}
      back={pathTo('ruleDesignerList')}
      releaseHref={(number) => pathTo('ruleDesigner', { id, systemId: '0', releaseId: String(number) })}
    >
      {(parts) => <RuleViews {...parts} first="graph" />}
    </DocumentPage>
  ) : (
    <ReleasedRule key={`${id} ${releaseId}`} id={id} number={Number(releaseId)} />
  );
}
