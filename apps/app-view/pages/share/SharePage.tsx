import {
  documentLinkMark,
  documentsApi,
  type SharedDocument,
  type SharedFolder,
} from '@formwork/contract/documents/api.ts';
import { linkApi, type SharedRecord } from '@formwork/contract/records/link.ts';
import { textIn } from '@formwork/contract/text.ts';
import { visitorLinkMark, visitorsApi, type SharedThing } from '@formwork/contract/visitors/api.ts';
import { ErrorState, NoPermission, SkeletonForm } from '@formwork/ui/feedback/state.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { callWith, quietlyGone } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { currentLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { usePageTitle, useParams } from '@formwork/web/router/page-context.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { keepTicket, keptTicket } from './kept-ticket.ts';
import './share.css';
import { SharedDocumentView } from './SharedDocumentView.tsx';
import { SharedFolderView } from './SharedFolderView.tsx';
import { SharedRecordView } from './SharedRecordView.tsx';

type Shared =
  | { kind: 'record'; title: string; shared: SharedRecord }
  | { kind: 'document'; title: string; shared: SharedDocument }
  | { kind: 'folder'; title: string; shared: SharedFolder }
  | { kind: 'thing'; title: string; shared: SharedThing };
type Opening = { token: string; password?: string };

const SharedThingView = lazy(() => import('./SharedThingView.tsx'));

/** The ticket of an opening holds for half an hour; a page that stays open asks for the next one before. */
const renewAfter = 20 * 60_000;

/** What a link shows to whoever holds it; a password first where there is one. */
export default function SharePage() {
  const t = useT();
  const { token = '' } = useParams();
  const queries = useQueryClient();
  useKeptQuiet();
  const key = ['share', token];
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: () => openLink({ token }),
    staleTime: Infinity,
    retry: false,
    refetchInterval: (query) =>
      query.state.data !== 'locked' && query.state.data?.kind === 'thing' ? renewAfter : false,
  });
  const shown = data === 'locked' ? undefined : data;
  usePageTitle(shown ? shown.title || t('share.page.title') : t('share.page.title'));
  if (isPending)
    return (
      <div className="share-page">
        <SkeletonForm />
      </div>
    );
  const isGone = isApiError(error) && error.code === 'records.link.gone';
  if (isGone || (error && !shown))
    return (
      <div className="share-page">
        {isGone ? (
          <NoPermission title={t('share.page.gone')} hint={t('share.page.gone_hint')} />
        ) : (
          <ErrorState title={errorText(error, t)} onRetry={() => void refetch()} />
        )}
      </div>
    );
  if (shown?.kind === 'thing')
    return (
      <Suspense fallback={<SkeletonForm />}>
        <SharedThingView shared={shown.shared} token={token} title={shown.title} onStale={() => void refetch()} />
      </Suspense>
    );
  return (
    <div className="share-page">
      {shown?.kind === 'folder' ? (
        <SharedFolderView shared={shown.shared} token={token} />
      ) : shown?.kind === 'document' ? (
        <SharedDocumentView shared={shown.shared} token={token} />
      ) : shown ? (
        <SharedRecordView shared={shown.shared} token={token} />
      ) : (
        <PasswordForm token={token} onOpen={(opened) => queries.setQueryData(key, opened)} />
      )}
    </div>
  );
}

function PasswordForm({ token, onOpen }: { token: string; onOpen: (shared: Shared) => void }) {
  const t = useT();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const open = async ({ password }: { password: string }) => {
    setBusy(true);
    try {
      const answer = await openLink({ token, password });
      if (answer !== 'locked') onOpen(answer);
    } catch (error) {
      setFailure(errorText(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form
      className="share-password"
      layout="vertical"
      requiredMark={false}
      onFinish={(values: { password: string }) => void open(values)}
      onValuesChange={() => setFailure(undefined)}
    >
      <h1>{t('share.password.title')}</h1>
      <p>{t('share.password.hint')}</p>
      <Form.Item
        name="password"
        label={t('share.password.label')}
        {...(failure !== undefined && { validateStatus: 'error' as const, help: <span role="alert">{failure}</span> })}
        rules={[{ required: true, message: t('share.password.required') }]}
      >
        <Input.Password autoFocus autoComplete="off" maxLength={200} />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={busy}>
        {t('share.password.open')}
      </Button>
    </Form>
  );
}

/** What a token opens is told by how its secret part begins. */
async function openLink(body: Opening): Promise<Shared | 'locked'> {
  const secret = body.token.slice(body.token.indexOf('-') + 1);
  if (secret.startsWith(visitorLinkMark)) return openThing(body);
  if (secret.startsWith(documentLinkMark)) {
    const shared = await callWith(documentsApi.openLink, { body: withTicket(body) }, quietlyGone);
    if (shared.locked) return 'locked';
    keepTicket(body.token, shared.ticket);
    return shared.kind === 'folder'
      ? { kind: 'folder', title: shared.name, shared }
      : { kind: 'document', title: shared.name, shared };
  }
  const shared = await callWith(linkApi.open, { body: withTicket(body) }, quietlyGone);
  if (shared.locked) return 'locked';
  keepTicket(body.token, shared.ticket);
  return { kind: 'record', title: shared.title, shared };
}

/** Read again in the same tab it is the same visit, and the password is not asked for again: the ticket of before is shown. */
function withTicket(body: Opening): Opening & { ticket?: string } {
  const ticket = keptTicket(body.token);
  return { ...body, ...(ticket !== undefined && { ticket }) };
}

async function openThing(body: Opening): Promise<Shared | 'locked'> {
  const shared = await callWith(visitorsApi.open, { body: withTicket(body) }, quietlyGone);
  if (shared.locked) return 'locked';
  keepTicket(body.token, shared.ticket);
  return { kind: 'thing', title: textIn(shared.content.title, currentLocale()), shared };
}

/** No search engine keeps what a link shows. */
function useKeptQuiet(): void {
  useEffect(() => {
    const meta = document.head.appendChild(
      Object.assign(document.createElement('meta'), { name: 'robots', content: 'noindex, nofollow' }),
    );
    return () => meta.remove();
  }, []);
}
