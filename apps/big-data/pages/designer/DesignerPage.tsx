import { chartDocument } from '@formwork/contract/analytics/definition.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { DocumentPage } from '@formwork/web/document/DocumentPage.tsx';
import { useParams } from '@formwork/web/router/page-context.ts';
import { AsCode } from '../../parts/AsCode.tsx';
import { NewOne } from '../../parts/NewOne.tsx';
import { ViewLink } from '../../parts/ViewLink.tsx';
import { charts } from '../../resources.ts';
import { ChartEditor } from './ChartEditor.tsx';
import '../../parts/analytics.css';
import './designer.css';

const back = pathTo('dashboards', {}, { tab: 'charts' });

/** A chart is put together by dragging fields, and seen as it will be. */
export default function DesignerPage() {
  const t = useT();
  const { id } = useParams();
  if (id === undefined) return <NewOne of={charts} back={back} />;
  return (
    <DocumentPage
      kind={chartDocument}
      id={id}
      back={back}
      refused={t('analytics.gone.chart')}
      actions={(document) => (
        <>
          <AsCode kind={chartDocument} document={document} />
          <ViewLink definition={document.definition} href={pathTo('chartView', { id })} />
        </>
      )}
    >
      {(parts) => <ChartEditor {...parts} />}
    </DocumentPage>
  );
}
