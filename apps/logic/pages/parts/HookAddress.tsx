import { Typography } from 'antd';

/** Where a call from outside begins something, to be copied. Without a public address it is that of this page. */
export function HookAddress({ address, hint }: { address: string; hint: string }) {
  const whole = new URL(address, window.location.origin).href;
  return (
    <div>
      <Typography.Paragraph code copyable={{ text: whole }}>
        POST {whole}
      </Typography.Paragraph>
      <small className="fw-field-note">{hint}</small>
    </div>
  );
}
