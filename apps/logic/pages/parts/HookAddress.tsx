import type { HookAddresses } from '@formwork/contract/rules/hook.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Typography } from 'antd';

/** Where a call from outside begins something, to be copied. Without a public address it is that of this page. */
export function HookAddress({ hook: { address, signed }, hint }: { hook: HookAddresses; hint: string }) {
  const t = useT();
  return (
    <div>
      <Address of={address} />
      <small className="fw-field-note">{hint}</small>
      <details>
        <summary>{t('resources.hook_signed')}</summary>
        <Address of={signed.address} />
        <Typography.Paragraph code copyable={{ text: signed.secret }} aria-label={t('resources.hook_secret')}>
          {signed.secret}
        </Typography.Paragraph>
        <small className="fw-field-note">{t('resources.hook_signed_hint')}</small>
      </details>
    </div>
  );
}

function Address({ of }: { of: string }) {
  const whole = new URL(of, window.location.origin).href;
  return (
    <Typography.Paragraph code copyable={{ text: whole }}>
      POST {whole}
    </Typography.Paragraph>
  );
}
