import { credentialKinds } from '@formwork/contract/gateway/definition.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Checkbox } from 'antd';
import type { PartProps } from './EsbConfigPage.tsx';
import { NumberRow, Row, SwitchRow, TagsRow } from './Row.tsx';

/** Who may call. */
export function Security({ body, edit, readOnly }: PartProps) {
  const t = useT();
  const { security, cors } = body;
  const set = (part: Partial<typeof security>) =>
    edit((before) => ({ ...before, security: { ...before.security, ...part } }));
  const setCors = (part: Partial<NonNullable<typeof cors>>) =>
    edit((before) => ({ ...before, cors: before.cors && { ...before.cors, ...part } }));
  return (
    <div className="esb-settings">
      <SwitchRow name="open" help value={security.open} disabled={readOnly} onChange={(open) => set({ open })} />
      <Row name="ways" wide>
        {() => (
          <Checkbox.Group
            disabled={readOnly}
            value={security.ways}
            onChange={(ways) => set({ ways })}
            options={credentialKinds.map((value) => ({ value, label: t(`gateway.credential.kind.${value}`) }))}
          />
        )}
      </Row>
      <SwitchRow
        name="subscription"
        help
        value={security.subscription}
        disabled={readOnly}
        onChange={(subscription) => set({ subscription })}
      />
      <SwitchRow
        name="cors"
        help
        value={cors !== null}
        disabled={readOnly}
        onChange={(on) =>
          edit((before) => ({
            ...before,
            cors: on ? { origins: [], headers: [], credentials: false, seconds: 600 } : null,
          }))
        }
      />
      {cors && (
        <>
          <TagsRow
            name="origins"
            value={cors.origins}
            placeholder="https://app.example.com"
            disabled={readOnly}
            onChange={(origins) => setCors({ origins })}
          />
          <TagsRow
            name="cors_headers"
            value={cors.headers}
            disabled={readOnly}
            onChange={(headers) => setCors({ headers })}
          />
          <NumberRow
            name="cors_seconds"
            most={86_400}
            value={cors.seconds}
            disabled={readOnly}
            onChange={(seconds) => setCors({ seconds })}
          />
        </>
      )}
    </div>
  );
}
