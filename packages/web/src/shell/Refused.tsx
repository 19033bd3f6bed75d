import { ErrorState, NoPermission } from '@formwork/ui/feedback/state.tsx';
import { Button } from 'antd';
import { hasText, useT } from '../i18n/i18n.ts';
import { pageConfig } from '../page-config.ts';
import { useRouter } from '../router/page-context.ts';

/** 'No permission!' with what one can do about it. */
export function NoPermissionNotice() {
  const t = useT();
  const because = pageConfig.refusedBecause;
  const router = useRouter();
  return (
    <NoPermission
      page
      title={t('shell.no_permission.title')}
      hint={
        <>
          {because !== undefined && hasText(because) ? t(because) : t('shell.no_permission.text')}
          <Hints
            keys={[
              'shell.no_permission.check_address',
              'shell.no_permission.ask_administrator',
              'shell.no_permission.go_back',
            ]}
          />
        </>
      }
      action={
        <>
          <Button onClick={() => router.back()}>{t('shell.go.back')}</Button>
          <Button type="primary" onClick={() => void router.go('/')}>
            {t('shell.go.home')}
          </Button>
        </>
      }
    />
  );
}

/** No page has this address. */
export function MissingNotice() {
  const t = useT();
  const router = useRouter();
  return (
    <ErrorState
      page
      title={t('shell.missing.title')}
      hint={<Hints keys={['shell.no_permission.check_address', 'shell.no_permission.go_back']} />}
      action={
        <Button type="primary" onClick={() => void router.go('/')}>
          {t('shell.go.home')}
        </Button>
      }
    />
  );
}

/** The page's module did not come: the net is down, or the product was updated meanwhile. */
export function ModuleNotice({ error }: { error: Error }) {
  const t = useT();
  // browsers remember that a module failed, so only a new document tries again
  return (
    <ErrorState
      title={t('shell.module.title')}
      hint={t('shell.module.hint', { error: error.message })}
      onRetry={() => location.reload()}
    />
  );
}

function Hints({ keys }: { keys: readonly string[] }) {
  const t = useT();
  return keys.map((key, at) => (
    <span key={key} className="fw-hint">
      {at + 1}. {t(key)}
    </span>
  ));
}
