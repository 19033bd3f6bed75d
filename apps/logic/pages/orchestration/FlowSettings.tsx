import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Flow, FlowStart } from '@formwork/contract/rules/flow.ts';
import { actors } from '@formwork/contract/rules/rule.ts';
import type { runsApi } from '@formwork/contract/runs/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { FormulaScope } from '@formwork/formula-ui/formula.ts';
import { newGraphId } from '@formwork/ui/canvas/graph.ts';
import { InspectorSection, InspectorTitle } from '@formwork/ui/designer/designer.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input, InputNumber, Select } from 'antd';
import { FormChoice } from './choices.tsx';
import { DateStart } from './DateStart.tsx';
import { FlowHook } from './FlowHook.tsx';
import { Line } from './Line.tsx';
import { Mapping } from './Mapping.tsx';
import { Schedules } from './Schedules.tsx';

type OfferedTrigger = ResponseOf<typeof runsApi.offered>['triggers'][number];

interface Parts {
  flow: Flow;
  onChange: (change: (flow: Flow) => Flow, group?: string) => void;
  readOnly: boolean;
}

const types = ['string', 'number', 'boolean', 'date', 'date and time', 'list<Any>', 'Any'];

/** What belongs to the whole flow: what starts it, what it is given and gives, whose rights it has, how much at once. */
export function FlowSettings({
  id,
  flow,
  onChange,
  readOnly,
  triggers,
  scope,
}: Parts & { id: string; triggers: readonly OfferedTrigger[]; scope: FormulaScope }) {
  const t = useT();
  const { limits } = flow;
  const limit = (part: Partial<Flow['limits']>) =>
    onChange((now) => ({ ...now, limits: { ...now.limits, ...part } }), 'limits');
  const nodes = flow.nodes.filter(({ kind }) => kind !== 'start');
  return (
    <>
      <InspectorTitle>{t('flows.settings')}</InspectorTitle>
      <InspectorSection title={t('flows.starts')}>
        <Starts flowId={id} flow={flow} onChange={onChange} readOnly={readOnly} triggers={triggers} />
        <Schedules flow={id} />
      </InspectorSection>
      <InspectorSection title={t('flows.inputs')}>
        <Inputs flow={flow} onChange={onChange} readOnly={readOnly} />
      </InspectorSection>
      <InspectorSection title={t('flows.outputs')}>
        <Mapping
          label={t('flows.outputs')}
          rows={flow.outputs}
          scope={scope}
          readOnly={readOnly}
          onChange={(outputs) => onChange((now) => ({ ...now, outputs }), 'outputs')}
        />
      </InspectorSection>
      <InspectorSection title={t('flows.runs_as')}>
        <Line label={t('flows.runs_as')} hint={t(`flows.as_${flow.runsAs}`)}>
          <Select
            aria-label={t('flows.runs_as')}
            disabled={readOnly}
            value={flow.runsAs}
            options={actors.map((value) => ({ value, label: t(`flows.actor.${value}`) }))}
            onChange={(runsAs) => onChange((now) => ({ ...now, runsAs }))}
          />
        </Line>
        <Line label={t('flows.catch')} hint={t('flows.catch_hint')}>
          <Select
            aria-label={t('flows.catch')}
            allowClear
            disabled={readOnly}
            value={flow.catch}
            options={nodes.map((node) => ({ value: node.id, label: node.name || node.id }))}
            onChange={(at: string | undefined) =>
              onChange(({ catch: _, ...now }) => (at === undefined ? now : { ...now, catch: at }))
            }
          />
        </Line>
      </InspectorSection>
      <InspectorSection title={t('flows.limits')}>
        <Line label={t('flows.limit_at_once')}>
          <InputNumber
            aria-label={t('flows.limit_at_once')}
            min={1}
            max={100_000}
            disabled={readOnly}
            value={limits.atOnce}
            onChange={(value) => limit({ atOnce: value ?? 50 })}
          />
        </Line>
        <Line label={t('flows.limit_per_minute')}>
          <InputNumber
            aria-label={t('flows.limit_per_minute')}
            min={1}
            max={100_000}
            disabled={readOnly}
            value={limits.perMinute ?? null}
            onChange={(value) =>
              onChange((now) => {
                const { perMinute: _, ...rest } = now.limits;
                return { ...now, limits: value === null ? rest : { ...rest, perMinute: value } };
              }, 'limits')
            }
          />
        </Line>
        <Line label={t('flows.off_after')} hint={t('flows.off_after_hint')}>
          <InputNumber
            aria-label={t('flows.off_after')}
            min={0}
            max={1_000}
            disabled={readOnly}
            value={limits.offAfter}
            onChange={(value) => limit({ offAfter: value ?? 0 })}
          />
        </Line>
      </InspectorSection>
    </>
  );
}

function Starts({
  flowId,
  flow,
  onChange,
  readOnly,
  triggers,
}: Parts & { flowId: string; triggers: readonly OfferedTrigger[] }) {
  const t = useT();
  const locale = useLocale();
  const put = (start: FlowStart) =>
    onChange(
      (now) => ({ ...now, starts: now.starts.map((one) => (one.id === start.id ? start : one)) }),
      `start ${start.id}`,
    );
  const add = (on: string) => {
    const made = newGraphId();
    const start: FlowStart =
      on === 'call'
        ? { id: made, on: 'call', key: `flow-${made}` }
        : on === 'message'
          ? { id: made, on: 'message', name: 'message' }
          : on === 'button'
            ? { id: made, on: 'button', form: '', title: '' }
            : on === 'webhook'
              ? { id: made, on: 'webhook' }
              : on === 'date'
                ? { id: made, on: 'date', form: '', field: '', shift: 'P0D', working: false }
                : { id: made, on: 'trigger', trigger: on, filter: {} };
    onChange((now) => ({ ...now, starts: [...now.starts, start] }));
  };
  return (
    <div className="flow-rows">
      {flow.starts.map((start) => (
        <div key={start.id} className="flow-start">
          <span className="flow-row">
            <strong>
              {start.on === 'trigger'
                ? textIn(triggers.find(({ name }) => name === start.trigger)?.title ?? { zh: start.trigger }, locale)
                : t(`flows.start.${start.on}`)}
            </strong>
            {!readOnly && (
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('flows.remove_start')}
                onClick={() => onChange((now) => ({ ...now, starts: now.starts.filter(({ id }) => id !== start.id) }))}
              />
            )}
          </span>
          {start.on === 'trigger' && (
            <FormChoice
              label={t('flows.part.formId')}
              value={typeof start.filter.formId === 'string' ? start.filter.formId : ''}
              readOnly={readOnly}
              onChange={(formId) => put({ ...start, filter: { ...start.filter, formId } })}
            />
          )}
          {start.on === 'call' && (
            <Input
              aria-label={t('flows.key')}
              prefix="POST /api/flows/"
              value={start.key}
              disabled={readOnly}
              onChange={({ target }) =>
                put({
                  ...start,
                  key:
                    target.value
                      .toLowerCase()
                      .replace(/[^a-z0-9-]/g, '')
                      .slice(0, 60) || 'flow',
                })
              }
            />
          )}
          {start.on === 'button' && (
            <>
              <FormChoice
                label={t('flows.part.formId')}
                value={start.form}
                readOnly={readOnly}
                onChange={(form) => put({ ...start, form })}
              />
              <Input
                aria-label={t('flows.button_title')}
                placeholder={t('flows.button_title')}
                maxLength={60}
                value={start.title}
                disabled={readOnly}
                onChange={({ target }) => put({ ...start, title: target.value })}
              />
            </>
          )}
          {start.on === 'date' && <DateStart start={start} readOnly={readOnly} onChange={put} />}
          {start.on === 'webhook' && <FlowHook flowId={flowId} startId={start.id} />}
          {start.on === 'message' && (
            <Input
              aria-label={t('flows.message_name')}
              value={start.name}
              disabled={readOnly}
              onChange={({ target }) => put({ ...start, name: target.value || 'message' })}
            />
          )}
        </div>
      ))}
      {!readOnly && (
        <Select
          aria-label={t('flows.add_start')}
          placeholder={t('flows.add_start')}
          value={null}
          options={[
            { value: 'call', label: t('flows.start.call') },
            { value: 'message', label: t('flows.start.message') },
            { value: 'button', label: t('flows.start.button') },
            { value: 'webhook', label: t('flows.start.webhook') },
            { value: 'date', label: t('flows.start.date') },
            ...triggers.map(({ name, title }) => ({ value: name, label: textIn(title, locale) })),
          ]}
          onChange={add}
        />
      )}
    </div>
  );
}

function Inputs({ flow, onChange, readOnly }: Parts) {
  const t = useT();
  const put = (inputs: Flow['inputs']) => onChange((now) => ({ ...now, inputs }), 'inputs');
  return (
    <div className="flow-rows">
      {flow.inputs.map((input, at) => (
        // eslint-disable-next-line react/no-array-index-key -- a row is its place: names are typed and change
        <div key={at} className="flow-row">
          <Input
            aria-label={t('flows.name')}
            value={input.name}
            disabled={readOnly}
            onChange={({ target }) =>
              put(flow.inputs.map((one, i) => (i === at ? { ...one, name: target.value || 'name' } : one)))
            }
          />
          <Select
            className="flow-grow"
            aria-label={t('flows.type')}
            value={input.type}
            disabled={readOnly}
            options={types.map((value) => ({
              value,
              label: t(`flows.type.${value.replaceAll(' ', '_').replace('<Any>', '')}`),
            }))}
            onChange={(type) => put(flow.inputs.map((one, i) => (i === at ? { ...one, type } : one)))}
          />
          {!readOnly && (
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('flows.remove', { name: input.name })}
              onClick={() => put(flow.inputs.filter((_, i) => i !== at))}
            />
          )}
        </div>
      ))}
      {!readOnly && (
        <Button
          size="small"
          type="dashed"
          icon={<PlusOutlined />}
          onClick={() => put([...flow.inputs, { name: `input${flow.inputs.length + 1}`, type: 'string' }])}
        >
          {t('flows.add_input')}
        </Button>
      )}
    </div>
  );
}
