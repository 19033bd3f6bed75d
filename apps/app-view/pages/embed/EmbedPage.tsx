import { embedApi, type ChosenValues } from '@formwork/contract/analytics/embed-api.ts';
import type { ResponseOf } from '@formwork/contract/endpoint.ts';
import { textIn } from '@formwork/contract/text.ts';
import { ErrorState, NoPermission, SkeletonForm } from '@formwork/ui/feedback/state.tsx';
import { useSkin } from '@formwork/ui/skin/skin-provider.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { callWith, quietlyGone } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { usePageTitle, useParams } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Opening } from '../share/opening.ts';
import '../share/share.css';
import { SharedBoard } from '../share/SharedBoard.tsx';
import { SharedChartView } from '../share/SharedChartView.tsx';
import { SharedScreen } from '../share/SharedScreen.tsx';
import '../share/thing.css';
import { useClockOf } from '../share/use-clock-of.ts';
import './embed.css';
import { EmbedTools } from './EmbedTools.tsx';
import { useToldHeight } from './use-told-height.ts';

/** A chart, dashboard or screen within a page of another site: nothing around it, nothing of a session. */
export default function EmbedPage() {
  const t = useT();
  const locale = useLocale();
  const { id: address = '' } = useParams();
  // the part behind the # goes to no server and into no log
  const [token] = useState(() => location.hash.slice(1));
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['embedded', address, token],
    queryFn: () => callWith(embedApi.open, { body: { address, token: token || '-' } }, quietlyGone),
    staleTime: Infinity,
    retry: false,
  });
  const title = textIn(data?.content.title, locale);
  usePageTitle(title || t('share.page.title'));
  if (isPending)
    return (
      <div className="share-page">
        <SkeletonForm />
      </div>
    );
  const isGone = isApiError(error) && error.code === 'analytics.embed.gone';
  if (isGone || !data)
    return (
      <div className="share-page">
        {isGone ? (
          <NoPermission title={t('share.embed.gone')} hint={t('share.embed.gone_hint')} />
        ) : (
          <ErrorState title={errorText(error, t)} onRetry={() => void refetch()} />
        )}
      </div>
    );
  return <Embedded shown={data} address={address} token={token} onStale={() => void refetch()} />;
}

interface Props {
  shown: ResponseOf<typeof embedApi.open>;
  address: string;
  token: string;
  onStale: () => void;
}

function Embedded({ shown: { content, timeZone, filters, files }, address, token, onStale }: Props) {
  const locale = useLocale();
  const { dark } = useSkin();
  const [chosen, setChosen] = useState<ChosenValues>([]);
  const opening = useMemo(
    () => ({
      token: `${address}${token} ${JSON.stringify(chosen)}`,
      ticket: '',
      onStale,
      readChart: (part: string | undefined, signal: AbortSignal) =>
        callWith(embedApi.chart, { body: { address, token, chosen, ...(part !== undefined && { part }) } }, { signal }),
    }),
    [address, token, chosen, onStale],
  );
  useClockOf(timeZone);
  const { ref, fits } = useToldHeight<HTMLElement>();
  const tools = (
    <EmbedTools
      opened={{ address, token }}
      name={textIn(content.title, locale)}
      isDashboard={content.kind === 'dashboard'}
      filters={filters}
      files={files}
      dark={dark}
      chosen={chosen}
      onChosen={setChosen}
      onStale={onStale}
    />
  );
  return (
    <Opening value={opening}>
      <main className="embed-page" ref={ref} data-fits={fits && content.kind !== 'screen' ? '' : undefined}>
        {content.kind === 'screen' ? (
          <SharedScreen screen={content.definition} />
        ) : content.kind === 'dashboard' ? (
          <SharedBoard board={content.definition} head={tools} />
        ) : content.kind === 'chart' ? (
          <>
            {tools}
            <SharedChartView first={content.chart} />
          </>
        ) : null}
      </main>
    </Opening>
  );
}
