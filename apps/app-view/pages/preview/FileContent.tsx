import { filesApi } from '@formwork/contract/files/api.ts';
import { EmptyState, ErrorState } from '@formwork/ui/feedback/state.tsx';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Spin } from 'antd';
import {
  Component,
  lazy,
  Suspense,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react';
import { browserShows, previewKind, type PreviewKind } from './preview-kind.ts';
import { downloadOf, type PreviewedFile } from './previewed-file.ts';
import { largestDocument } from './use-content.ts';

export interface ContentProps {
  file: PreviewedFile;
}

// each weighs more than the page around it
const shown: Record<Exclude<PreviewKind, 'none'>, LazyExoticComponent<ComponentType<ContentProps>>> = {
  image: lazy(() => import('./ImagePreview.tsx')),
  pdf: lazy(() => import('./PdfPreview.tsx')),
  text: lazy(() => import('./TextPreview.tsx')),
  audio: lazy(() => import('./MediaPreview.tsx')),
  video: lazy(() => import('./MediaPreview.tsx')),
  word: lazy(() => import('./WordPreview.tsx')),
  sheet: lazy(() => import('./SheetPreview.tsx')),
  slides: lazy(() => import('./SlidesPreview.tsx')),
};

/** The file as its kind is shown, or why it is not. */
export function FileContent({ file, byTicket }: ContentProps & { byTicket: boolean }) {
  const t = useT();
  const kind = previewKind(file.type);
  const whole = kind === 'word' || kind === 'sheet' || kind === 'slides';
  if (kind === 'none')
    return <NotShown file={file} byTicket={byTicket} title={t('preview.unknown')} hint={t('preview.unknown_hint')} />;
  if (whole && file.size > largestDocument)
    return <NotShown file={file} byTicket={byTicket} title={t('preview.too_large')} hint={t('preview.unknown_hint')} />;
  if (!browserShows(kind, file.type))
    return (
      <NotShown file={file} byTicket={byTicket} title={t('preview.old_browser')} hint={t('preview.old_browser_hint')} />
    );
  const Shown = shown[kind];
  return (
    <Unreadable
      key={file.content}
      instead={<NotShown file={file} byTicket={byTicket} title={t('preview.broken')} hint={t('preview.broken_hint')} />}
    >
      <Suspense fallback={<Waiting />}>
        <Shown file={file} />
      </Suspense>
    </Unreadable>
  );
}

export function Waiting() {
  const t = useT();
  return (
    <div className="preview-middle" role="status">
      <Spin /> {t('preview.loading')}
    </div>
  );
}

export function NotLoaded({ retry }: { retry: () => void }) {
  const t = useT();
  return <ErrorState title={t('preview.not_loaded')} onRetry={retry} />;
}

/** A file that is not shown here: the external preview server where there is one, and the download. */
function NotShown({ file, byTicket, title, hint }: ContentProps & { byTicket: boolean; title: string; hint: string }) {
  const t = useT();
  const [problem, setProblem] = useState<string>();
  const [none, setNone] = useState(false);
  const openOutside = async () => {
    try {
      const external = byTicket
        ? file.external
        : (await call(filesApi.makeTicket, { params: { fileId: file.id } })).external;
      if (external) location.assign(external);
      else setNone(true);
    } catch (error) {
      setProblem(errorText(error, t));
    }
  };
  return (
    <EmptyState
      title={title}
      hint={problem ?? (none ? t('preview.no_server') : hint)}
      action={
        <span className="preview-choices">
          <Button type="primary" href={downloadOf(file)} download={file.name}>
            {t('preview.download')}
          </Button>
          {!none && (!byTicket || file.external !== undefined) && (
            <Button onClick={() => void openOutside()}>{t('preview.outside')}</Button>
          )}
        </span>
      }
    />
  );
}

/** A broken document must not take the page with it. */
class Unreadable extends Component<{ instead: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
