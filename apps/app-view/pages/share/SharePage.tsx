import { linkApi, type SharedRecord } from '@formwork/contract/records/link.ts';
import { ErrorState, NoPermission, SkeletonForm } from '@formwork/ui/state.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { usePageTitle, useParams } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import './share.css';
import { SharedRecordView } from './SharedRecordView.tsx';

/** What a link shows to whoever holds it; a password first where there is one. */
export default function SharePage() {
  const t = useT();
  const { token = '' } = useParams();
  const [opened, setOpened] = useState<SharedRecord>();
  useKeptQuiet();
  const first = useQuery({ queryKey: ['share', token], queryFn: () => call(linkApi.open, { body: { token } }), staleTime: Infinity, retry: false });
  const shown = opened ?? (first.data && !first.data.locked ? first.data : undefined);
  usePageTitle(shown ? shown.title || t('share.page.title') : t('share.page.title'));
  if (first.isPending) return <main className="share-page"><SkeletonForm /></main>;
  if (first.isError) {
    const { error } = first;
    if (isApiError(error) && error.code === 'records.link.gone') return <main className="share-page"><NoPermission title={t('share.page.gone')} hint={t('share.page.gone_hint')} /></main>;
    return <main className="share-page"><ErrorState title={errorText(error, t)} onRetry={() => void first.refetch()} /></main>;
  }
  return <main className="share-page">{shown ? <SharedRecordView shared={shown} token={token} /> : <PasswordForm token={token} onOpen={setOpened} />}</main>;
}

function PasswordForm({ token, onOpen }: { token: string; onOpen: (shared: SharedRecord) => void }) {
  const t = useT();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const open = async ({ password }: { password: string }) => {
    setBusy(true);
    try {
      const answer = await call(linkApi.open, { body: { token, password } });
      if (!answer.locked) onOpen(answer);
    } catch (error) {
      setFailure(errorText(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form className="share-password" layout="vertical" requiredMark={false} onFinish={(values: { password: string }) => void open(values)} onValuesChange={() => setFailure(undefined)}>
      <h1>{t('share.password.title')}</h1>
      <p>{t('share.password.hint')}</p>
      <Form.Item name="password" label={t('share.password.label')} {...(failure !== undefined && { validateStatus: 'error' as const, help: <span role="alert">{failure}</span> })} rules={[{ required: true, message: t('share.password.required') }]}>
        <Input.Password autoFocus autoComplete="off" maxLength={200} />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={busy}>{t('share.password.open')}</Button>
    </Form>
  );
}

/** No search engine keeps what a link shows. */
function useKeptQuiet(): void {
  useEffect(() => {
    const meta = document.head.appendChild(Object.assign(document.createElement('meta'), { name: 'robots', content: 'noindex, nofollow' }));
    return () => meta.remove();
  }, []);
}
