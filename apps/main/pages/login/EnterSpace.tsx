import { identityApi } from '@formwork/contract/identity/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { ownPath, withSpace } from '@formwork/web/router/address.ts';
import { useVisitor } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Spin } from 'antd';
import { useEffect } from 'react';
import { LoginFrame } from './LoginFrame.tsx';

/** A link into another enterprise, `/loginMiddle?space=x&redirect=/path`: who belongs there goes on, a visitor signs in first and comes back here. */
export function EnterSpace({ spaceId, redirect }: { spaceId: string; redirect: string | undefined }) {
  const t = useT();
  const visitor = useVisitor() === null;
  const spaces = useQuery({ ...q(identityApi.spaces), enabled: !visitor });
  const belongs = spaces.data?.some(({ id }) => id === spaceId);
  useEffect(() => {
    if (visitor) location.replace(pathTo('login', {}, { redirect: location.pathname + location.search }));
    else if (belongs) location.replace(withSpace(ownPath(redirect), `space-${spaceId}`));
  }, [visitor, belongs, redirect, spaceId]);
  const problem =
    belongs === false ? t('login.middle.not_a_member') : spaces.error ? errorText(spaces.error, t) : undefined;
  return (
    <LoginFrame>
      <h1>{t('login.middle.space_title')}</h1>
      {problem === undefined ? (
        <div className="login-waiting" role="status">
          <Spin /> {t('login.middle.waiting')}
        </div>
      ) : (
        <>
          <p className="login-error" role="alert">
            {problem}
          </p>
          <Link href="/">{t('shell.go.home')}</Link>
        </>
      )}
    </LoginFrame>
  );
}
