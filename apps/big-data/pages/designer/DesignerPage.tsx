import { dataSetDocument } from '@formwork/contract/analytics/dataset.ts';
import { chartDocument } from '@formwork/contract/analytics/definition.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Arranged } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { DocumentPage } from '@formwork/web/document/DocumentPage.tsx';
import { useParams, useQueryText } from '@formwork/web/router/page-context.ts';
import { lazy, Suspense } from 'react';
import { AsCode } from '../../parts/AsCode.tsx';
import { NewOne } from '../../parts/NewOne.tsx';
import { ViewLink } from '../../parts/ViewLink.tsx';
import { charts, dataSets } from '../../resources.ts';
import { ChartEditor } from './ChartEditor.tsx';
import '../../parts/analytics.css';
import './designer.css';
import { chartOfVegaLite } from './vega-lite.ts';

const SetEditor = lazy(() => import('./sets/SetEditor.tsx').then((module) => ({ default: module.SetEditor })));

/** A chart is put together by dragging fields, and seen as it will be; `?kind=dataset` is what charts are made of. */
export default function DesignerPage() {
  const t = useT();
  const { id } = useParams();
  const elements = useElements('chartDesigner');
  const [kind] = useQueryText('kind');
  const isSet = kind === 'dataset';
  const back = pathTo('dashboards', {}, { tab: isSet ? 'datasets' : 'charts' });
  if (id === undefined) return <NewOne of={isSet ? dataSets : charts} back={back} />;
  if (isSet)
    return (
      <DocumentPage
        key={id}
        kind={dataSetDocument}
        id={id}
        back={back}
        refused={t('analytics.gone.set')}
        nameOf={nameOfPart}
        actions={(document) => elements.shows('tools', 'code') && <AsCode kind={dataSetDocument} document={document} />}
      >
        {(parts) => (
          <Suspense fallback={null}>
            <SetEditor {...parts} />
          </Suspense>
        )}
      </DocumentPage>
    );
  return (
    <DocumentPage
      kind={chartDocument}
      id={id}
      back={back}
      refused={t('analytics.gone.chart')}
      actions={(document) => (
        <Arranged of={elements} group="tools">
          <AsCode
            key="code"
            kind={chartDocument}
            document={document}
            foreign={(found, now) => chartOfVegaLite(found, now, t)}
          />
          <ViewLink key="view" definition={document.definition} href={pathTo('chartView', { id })} />
        </Arranged>
      )}
    >
      {(parts) => <ChartEditor {...parts} />}
    </DocumentPage>
  );
}

function nameOfPart(body: unknown, at: readonly string[]): string | undefined {
  const id = at.findLast((step) => step.startsWith('#'))?.slice(1);
  const { fields } = body as { fields: { id: string; column: string }[] };
  return fields.find((field) => field.id === id)?.column;
}
