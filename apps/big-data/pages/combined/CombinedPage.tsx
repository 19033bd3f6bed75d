import { dashboardDocument } from '@formwork/contract/analytics/definition.ts';
import { screenDocument } from '@formwork/contract/analytics/screen.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { DocumentPage } from '@formwork/web/document/DocumentPage.tsx';
import { Arranged } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { callWith, quietlyGone } from '@formwork/web/http/call.ts';
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

/** As the address says; where it says nothing, the id may be that of either: a dashboard first, and what the editor then reads is there. */
function useKind(id = ''): 'dashboard' | 'screen' | undefined {
  const [given, setGiven] = useQueryText('kind');
  // neither of both: the editor says so, and is not asked again for it
  const [nowhere, setNowhere] = useState<string>();
  const isAsked = id !== '' && given === undefined && nowhere !== id;
  const of = (kind: string) => {
    const asked = { params: { kind, id } };
    return {
      ...q(definitionsApi.get, asked),
      queryFn: ({ signal }: { signal: AbortSignal }) => callWith(definitionsApi.get, asked, { ...quietlyGone, signal }),
    };
  };
  const board = useQuery({ ...of('dashboard'), enabled: isAsked });
  const screen = useQuery({ ...of('screen'), enabled: isAsked && board.isError });
  const isScreen = isAsked && board.isError && screen.data !== undefined;
  const isNowhere = isAsked && board.isError && screen.isError;
  useEffect(() => {
    if (isScreen) setGiven('screen');
    if (isNowhere) setNowhere(id);
    // oxlint-disable-next-line react/exhaustive-deps -- once it is known
  }, [isScreen, isNowhere, id]);
  if (given === 'screen') return 'screen';
  return isAsked && !board.data ? undefined : 'dashboard';
}

function nameOfElement(body: unknown, at: readonly string[]): string | undefined {
  const id = at.findLast((step) => step.startsWith('#'))?.slice(1);
  const { elements } = body as { elements: { id: string; name: string }[] };
  return elements.find((element) => element.id === id)?.name;
}
