import { limitScopes } from '@formwork/contract/gateway/definition.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Select } from 'antd';
import type { PartProps } from './EsbConfigPage.tsx';
import { NumberRow, Row, SwitchRow, TagsRow } from './Row.tsx';

/** How often, how much and from where. */
export function Limits({ body, edit, readOnly }: PartProps) {
  const t = useT();
  const { limits } = body;
  const { rate } = limits;
  const set = (part: Partial<typeof limits>) =>
    edit((before) => ({ ...before, limits: { ...before.limits, ...part } }));
  const setRate = (part: Partial<NonNullable<typeof rate>>) => set({ rate: rate && { ...rate, ...part } });
  return (
    <div className="esb-settings">
      <SwitchRow
        name="rate"
        help
        value={rate !== null}
        disabled={readOnly}
        onChange={(on) => set({ rate: on ? { per: 'application', count: 100, seconds: 1, burst: 100 } : null })}
      />
      {rate && (
        <>
          <Row name="per">
            {(id) => (
              <Select
                id={id}
                disabled={readOnly}
                value={rate.per}
                onChange={(per) => setRate({ per })}
                options={limitScopes.map((value) => ({ value, label: t(`gateway.limit.per.${value}`) }))}
              />
            )}
          </Row>
          <NumberRow
            name="count"
            least={1}
            most={1_000_000}
            value={rate.count}
            disabled={readOnly}
            onChange={(count) => setRate({ count })}
          />
          <NumberRow
            name="seconds"
            least={1}
            most={86_400}
            value={rate.seconds}
            disabled={readOnly}
            onChange={(seconds) => setRate({ seconds })}
          />
          <NumberRow
            name="burst"
            help
            least={1}
            most={1_000_000}
            value={rate.burst}
            disabled={readOnly}
            onChange={(burst) => setRate({ burst })}
          />
        </>
      )}
      <SwitchRow
        name="concurrency"
        value={limits.concurrency !== null}
        disabled={readOnly}
        onChange={(on) => set({ concurrency: on ? 100 : null })}
      />
      {limits.concurrency !== null && (
        <NumberRow
          name="concurrency_most"
          least={1}
          most={100_000}
          value={limits.concurrency}
          disabled={readOnly}
          onChange={(concurrency) => set({ concurrency })}
        />
      )}
      <NumberRow
        name="body_kilobytes"
        most={5 * 1024 * 1024}
        value={Math.round(limits.bodyBytes / 1024)}
        disabled={readOnly}
        onChange={(kilobytes) => set({ bodyBytes: kilobytes * 1024 })}
      />
      <TagsRow
        name="allow"
        help
        value={limits.allow}
        placeholder="10.0.0.0/8"
        disabled={readOnly}
        onChange={(allow) => set({ allow })}
      />
      <TagsRow
        name="deny"
        value={limits.deny}
        placeholder="203.0.113.7"
        disabled={readOnly}
        onChange={(deny) => set({ deny })}
      />
    </div>
  );
}
