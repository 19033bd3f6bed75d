import { maskLevels, maskManners, type GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input, Select } from 'antd';
import type { PartProps } from './EsbConfigPage.tsx';
import { Lines, Row, TextRow, useNewId } from './Row.tsx';

type Side = 'requestHeaders' | 'responseHeaders';
const names = { requestHeaders: 'request_headers', responseHeaders: 'response_headers' } as const;

const levels: ('' | (typeof maskLevels)[number])[] = ['', ...maskLevels];

/** What is changed on the way there and back, in FEEL, and what callers do not see. */
export function Transforms({ body, edit, readOnly }: PartProps) {
  const t = useT();
  const newId = useNewId('h');
  const { transform, mask } = body;
  const set = (part: Partial<GatewayApi['transform']>, group?: string) =>
    edit((before) => ({ ...before, transform: { ...before.transform, ...part } }), group);
  const setMask = (next: GatewayApi['mask']) => edit((before) => ({ ...before, mask: next }), 'mask');
  const headers = (side: Side) => (
    <Lines
      name={names[side]}
      lines={transform[side]}
      add={t('gateway.transform.header_add')}
      readOnly={readOnly}
      onAdd={() => set({ [side]: [...transform[side], { id: newId(), name: '', value: '' }] })}
      onRemove={(id) => set({ [side]: transform[side].filter((one) => one.id !== id) })}
    >
      {(rule) => {
        const change = (part: object) =>
          set(
            { [side]: transform[side].map((one) => (one.id === rule.id ? { ...one, ...part } : one)) },
            `${side} ${rule.id}`,
          );
        return (
          <>
            <Input
              className="esb-half"
              aria-label={t('gateway.transform.header')}
              disabled={readOnly}
              value={rule.name}
              placeholder="X-Plant"
              onChange={(event) => change({ name: event.target.value.trim() })}
            />
            <Input
              className="esb-wide esb-mono"
              aria-label={t('gateway.transform.value')}
              disabled={readOnly}
              value={rule.value}
              placeholder='"plant-" + request.params.id'
              onChange={(event) => change({ value: event.target.value })}
            />
          </>
        );
      }}
    </Lines>
  );
  return (
    <div className="esb-settings">
      {headers('requestHeaders')}
      <TextRow
        name="request_body"
        help
        rows={3}
        value={transform.requestBody}
        placeholder="{ code: body.code }"
        disabled={readOnly}
        onChange={(requestBody) => set({ requestBody }, 'requestBody')}
      />
      {headers('responseHeaders')}
      <TextRow
        name="response_body"
        rows={3}
        value={transform.responseBody}
        placeholder="{ rows: body.rows[amount > 10] }"
        disabled={readOnly}
        onChange={(responseBody) => set({ responseBody }, 'responseBody')}
      />
      <Row name="mask" help wide>
        {() => (
          <div className="esb-stack">
            {mask.map((rule) => (
              <div key={rule.id} className="esb-line">
                <Input
                  className="esb-half"
                  aria-label={t('gateway.mask.path')}
                  disabled={readOnly}
                  value={rule.path}
                  placeholder="rows[].phone"
                  onChange={(event) =>
                    setMask(mask.map((one) => (one.id === rule.id ? { ...one, path: event.target.value } : one)))
                  }
                />
                <Select
                  aria-label={t('gateway.mask.how')}
                  disabled={readOnly}
                  value={rule.how}
                  onChange={(how) => setMask(mask.map((one) => (one.id === rule.id ? { ...one, how } : one)))}
                  options={maskManners.map((value) => ({ value, label: t(`gateway.mask.how.${value}`) }))}
                />
                <Button
                  type="text"
                  danger
                  disabled={readOnly}
                  onClick={() => setMask(mask.filter((one) => one.id !== rule.id))}
                >
                  {t('gateway.remove')}
                </Button>
              </div>
            ))}
            <div>
              <Button
                size="small"
                disabled={readOnly}
                onClick={() => setMask([...mask, { id: newId(), path: '', how: 'hide' }])}
              >
                {t('gateway.mask.add')}
              </Button>
            </div>
          </div>
        )}
      </Row>
      <Row name="mask_from" help>
        {(id) => (
          <Select<(typeof levels)[number]>
            id={id}
            disabled={readOnly}
            value={body.maskFrom ?? ''}
            onChange={(level) => edit((before) => ({ ...before, maskFrom: level === '' ? null : level }))}
            options={levels.map((value) => ({
              value,
              label: t(value === '' ? 'gateway.mask_from.none' : `gateway.mask_from.${value}`),
            }))}
          />
        )}
      </Row>
    </div>
  );
}
