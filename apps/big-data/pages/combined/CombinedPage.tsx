import { dashboardDocument } from '@formwork/contract/analytics/definition.ts';
import { screenDocument } from '@formwork/contract/analytics/screen.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { DocumentPage } from '@formwork/web/document/DocumentPage.tsx';
import { Arranged } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useParams, useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { AsCode } from '../../parts/AsCode.tsx';
import { NewOne } from '../../parts/NewOne.tsx';
import { ViewLink } from '../../parts/ViewLink.tsx';
import { dashboards, screens } from '../../resources.ts';
import { BoardEditor } from './BoardEditor.tsx';
import '../../parts/analytics.css';
import './combined.css';

const ScreenEditor = lazy(() => import('./ScreenEditor.tsx').then((module) => ({ default: module.ScreenEditor })));

/** Dashboards on a grid, screens on a free surface: `?kind=screen` says which. */
export default function CombinedPage() {
  const t = useT();
  const { id } = useParams();
  const elements = useElements('combinedDesigner');
  const kind = useKind(id);
  const isScreen = kind === 'screen';
  const of = isScreen ? screens : dashboards;
  const back = pathTo('dashboards', {}, { tab: isScreen ? 'screens' : 'dashboards' });
  if (id === undefined) return <NewOne of={of} back={back} />;
  if (kind === undefined) return <SkeletonPage />;
  return isScreen ? (
    <DocumentPage
      key={id}
      kind={screenDocument}
      id={id}
      back={back}
      refused={t('analytics.gone.screen')}
      nameOf={nameOfElement}
      actions={(document) => (
        <Arranged of={elements} group="tools">
          <AsCode key="code" kind={screenDocument} document={document} />
          <ViewLink key="view" definition={document.definition} href={pathTo('screen', { id })} />
        </Arranged>
      )}
    >
      {(parts) => (
        <Suspense fallback={null}>
          <ScreenEditor {...parts} />
        </Suspense>
      )}
    </DocumentPage>
  ) : (
    <DocumentPage
      key={id}
      kind={dashboardDocument}
      id={id}
      back={back}
      refused={t('analytics.gone.dashboard')}
      actions={(document) => (
        <Arranged of={elements} group="tools">
          <AsCode key="code" kind={dashboardDocument} document={document} />
          <ViewLink key="view" definition={document.definition} href={pathTo('dashboard', { id })} />
        </Arranged>
      )}
    >
      {(parts) => <BoardEditor {...parts} />}
    </DocumentPage>
  );
}

/** As the address says; where it says nothing and there is no such dashboard, the id may be that of a screen. */
function useKind(id = ''): 'dashboard' | 'screen' | undefined {
  const [given, setGiven] = useQueryText('kind');
  const of = (kind: string) => q(definitionsApi.get, { params: { kind, id } });
  // the editor reads it: this hears how that went
  const board = useQuery({ ...of('dashboard'), enabled: false });
  const isMissing = id !== '' && given === undefined && isApiError(board.error) && board.error.status === 404;
  const [lookedFor, setLookedFor] = useState<string>();
  useEffect(() => {
    if (isMissing) setLookedFor(id);
  }, [isMissing, id]);
  const isLooked = lookedFor === id;
  const screen = useQuery({ ...of('screen'), enabled: isLooked });
  const isScreen = isLooked && screen.data !== undefined;
  useEffect(() => {
    if (isScreen) setGiven('screen');
    // oxlint-disable-next-line react/exhaustive-deps -- once it is known
  }, [isScreen]);
  if (given === 'screen') return 'screen';
  return isLooked && (screen.isPending || isScreen) ? undefined : 'dashboard';
}

function nameOfElement(body: unknown, at: readonly string[]): string | undefined {
  const id = at.findLast((step) => step.startsWith('#'))?.slice(1);
  const { elements } = body as { elements: { id: string; name: string }[] };
  return elements.find((element) => element.id === id)?.name;
}
