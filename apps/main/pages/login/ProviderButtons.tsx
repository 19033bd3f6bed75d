import { signInApi, type Provider } from '@formwork/contract/identity/sign-in.ts';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { ProviderIcon, providerName } from '@formwork/web/session/providers.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { keepRedirect } from './redirect.ts';

/** Only those which the installation has an account with. */
export function ProviderButtons({ providers, redirect }: { providers: Provider[]; redirect: string | undefined }) {
  const t = useT();
  const [visiting, setVisiting] = useState<string>();
  const [error, setError] = useState<string>();
  if (providers.length === 0) return null;

  const visit = async ({ id }: Provider) => {
    setVisiting(id);
    setError(undefined);
    try {
      const { address } = await call(signInApi.visitProvider, { params: { provider: id } });
      keepRedirect(redirect);
      location.assign(address);
    } catch (thrown) {
      setError(errorText(thrown, t));
      setVisiting(undefined);
    }
  };
  return (
    <div className="login-providers">
      <p>
        <span>{t('login.provider.title')}</span>
      </p>
      <div>
        {providers.map((provider) => (
          <Button
            key={provider.id}
            icon={<ProviderIcon id={provider.id} />}
            loading={visiting === provider.id}
            disabled={visiting !== undefined}
            onClick={() => void visit(provider)}
          >
            {providerName(provider, t)}
          </Button>
        ))}
      </div>
      {error && (
        <p className="login-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
