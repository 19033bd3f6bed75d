import { CloseOutlined, HolderOutlined, PlusOutlined } from '@ant-design/icons';
import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import {
  clickActs,
  textLooks,
  type ClickAct,
  type Dashboard,
  type DashboardFilter,
  type DashboardPanel,
} from '@formwork/contract/analytics/definition.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { DragArea, DragHandle, SortableList } from '@formwork/ui/drag/drag.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { phoneOrder } from '@formwork/ui/panels/places.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { ChartChoice } from '../../parts/ChartChoice.tsx';
import { FieldRow } from '../../parts/FieldRow.tsx';
import { FormSelect } from '../../parts/FormSelect.tsx';
import { PictureInput } from '../../parts/PictureInput.tsx';
import { TextPair } from '../../parts/TextPair.tsx';

interface Props {
  board: Dashboard;
  panel: DashboardPanel | undefined;
  titleOf: (id: string) => string;
  readOnly: boolean;
  onBoard: (change: (board: Dashboard) => Dashboard, group?: string) => void;
  onPanel: (change: (panel: DashboardPanel) => DashboardPanel, group?: string) => void;
  onDelete: () => void;
}

/** Of the selected panel, else of the dashboard: its filters, how often it looks again, its order on phones. */
export function BoardInspector(props: Props) {
  return props.panel ? <PanelSettings {...props} panel={props.panel} /> : <BoardSettings {...props} />;
}

function PanelSettings({ panel, titleOf, readOnly, onPanel, onDelete }: Props & { panel: DashboardPanel }) {
  const t = useT();
  return (
    <InspectorSection title={titleOf(panel.id)}>
      {panel.is === 'chart' && (
        <>
          <FieldRow label={t('analytics.panel.chart')}>
            <ChartChoice
              label={t('analytics.panel.chart')}
              value={panel.chart}
              disabled={readOnly}
              onChange={(chart) => onPanel((now) => ({ ...now, chart }) as DashboardPanel)}
            />
          </FieldRow>
          <TextPair
            label={t('analytics.own_title')}
            value={panel.title}
            readOnly={readOnly}
            onChange={(title) =>
              onPanel(
                (now) => ({ ...now, title: title.zh === '' && !title.en ? null : title }) as DashboardPanel,
                `title ${panel.id}`,
              )
            }
          />
          <FieldRow label={t('analytics.click')}>
            <Select
              disabled={readOnly}
              value={panel.click ?? 'filter'}
              options={clickActs.map((act) => ({ value: act, label: t(`analytics.click_act.${act}`) }))}
              onChange={(click: ClickAct) => onPanel((now) => ({ ...now, click }) as DashboardPanel)}
            />
          </FieldRow>
          <Link href={pathTo('chartDesigner', { id: panel.chart })}>{t('analytics.chart_edit')}</Link>
        </>
      )}
      {panel.is === 'text' && (
        <>
          <TextPair
            long
            label={t('analytics.panel.text')}
            value={panel.text}
            readOnly={readOnly}
            onChange={(text) => onPanel((now) => ({ ...now, text }) as DashboardPanel, `text ${panel.id}`)}
          />
          <FieldRow label={t('analytics.look_title')}>
            <Select
              disabled={readOnly}
              value={panel.look ?? 'text'}
              options={textLooks.map((look) => ({ value: look, label: t(`analytics.text_look.${look}`) }))}
              onChange={(look) => onPanel((now) => ({ ...now, look }) as DashboardPanel)}
            />
          </FieldRow>
        </>
      )}
      {panel.is === 'picture' && (
        <>
          {!readOnly && <PictureInput onPicture={(src) => onPanel((now) => ({ ...now, src }) as DashboardPanel)} />}
          <TextPair
            label={t('analytics.picture_alt')}
            value={panel.alt}
            readOnly={readOnly}
            onChange={(alt) => onPanel((now) => ({ ...now, alt }) as DashboardPanel, `alt ${panel.id}`)}
          />
        </>
      )}
      {!readOnly && (
        <Button danger onClick={onDelete}>
          {t('ui.action.remove')}
        </Button>
      )}
    </InspectorSection>
  );
}

function BoardSettings({ board, titleOf, readOnly, onBoard }: Props) {
  const t = useT();
  const [adding, setAdding] = useState(false);
  const order = phoneOrder(
    board.panels.map((panel) => ({ id: panel.id, ...panel.place })),
    board.phone,
  );
  return (
    <>
      <InspectorSection title={t('analytics.filters')}>
        {board.filters.map((filter) => (
          <FilterLine
            key={filter.id}
            filter={filter}
            readOnly={readOnly}
            onFilter={(next) =>
              onBoard((now) => ({ ...now, filters: now.filters.map((one) => (one.id === filter.id ? next : one)) }))
            }
            onRemove={() => onBoard((now) => ({ ...now, filters: now.filters.filter(({ id }) => id !== filter.id) }))}
          />
        ))}
        {board.filters.length === 0 && <p className="analytics-quiet">{t('analytics.filters_hint')}</p>}
        {!readOnly && adding && (
          <FieldOfForm
            onField={(form, field) => {
              setAdding(false);
              const id = `f${Math.random().toString(36).slice(2, 10)}`;
              onBoard((now) => ({ ...now, filters: [...now.filters, { id, form, field }] }));
            }}
          />
        )}
        {!readOnly && !adding && board.filters.length < 10 && (
          <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t('analytics.filter_add')}
          </Button>
        )}
      </InspectorSection>
      <InspectorSection title={t('analytics.refresh')}>
        <FieldRow label={t('analytics.every_seconds')}>
          <InputNumber
            min={5}
            max={86_400}
            precision={0}
            disabled={readOnly}
            placeholder={t('analytics.when_changed')}
            value={board.refresh}
            onChange={(refresh) => onBoard((now) => ({ ...now, refresh }), 'refresh')}
          />
        </FieldRow>
      </InspectorSection>
      {board.panels.length > 1 && (
        <InspectorSection title={t('analytics.phone_order')}>
          <DragArea
            onDrop={({ id, index }) =>
              onBoard((now) => {
                const rest = order.map((one) => one.id).filter((one) => one !== id);
                return { ...now, phone: rest.toSpliced(index, 0, id) };
              })
            }
          >
            <SortableList
              list="phone"
              className="board-phone"
              items={order}
              itemId={({ id }) => id}
              itemTitle={({ id }) => titleOf(id)}
              disabled={readOnly}
              render={({ id }) => (
                <div className="board-phone-line">
                  {!readOnly && (
                    <DragHandle title={titleOf(id)}>
                      <HolderOutlined />
                    </DragHandle>
                  )}
                  <span>{titleOf(id)}</span>
                </div>
              )}
            />
          </DragArea>
        </InspectorSection>
      )}
    </>
  );
}

interface LineProps {
  filter: DashboardFilter;
  readOnly: boolean;
  onFilter: (filter: DashboardFilter) => void;
  onRemove: () => void;
}

function FilterLine({ filter, readOnly, onFilter, onRemove }: LineProps) {
  const t = useT();
  const locale = useLocale();
  const [adding, setAdding] = useState(false);
  const source = useQuery(q(analyticsApi.source, { params: { formId: filter.form } }));
  const field = source.data?.fields.find(({ id }) => id === filter.field);
  const same = filter.same ?? [];
  return (
    <div className="board-filter">
      <div className="board-phone-line">
        <b>{field ? textIn(field.title, locale) : source.isPending ? '…' : t('analytics.field_gone')}</b>
        <small className="analytics-quiet">{textIn(source.data?.title, locale)}</small>
        {!readOnly && (
          <button type="button" className="fw-icon-button" aria-label={t('ui.action.remove')} onClick={onRemove}>
            <CloseOutlined />
          </button>
        )}
      </div>
      {same.map((one) => (
        <SameField
          key={one.form}
          {...one}
          readOnly={readOnly}
          onRemove={() => onFilter({ ...filter, same: same.filter(({ form }) => form !== one.form) })}
        />
      ))}
      {!readOnly &&
        (adding ? (
          <FieldOfForm
            onField={(form, fieldId) => {
              setAdding(false);
              onFilter({ ...filter, same: [...same.filter((one) => one.form !== form), { form, field: fieldId }] });
            }}
          />
        ) : (
          <button type="button" className="analytics-tool" onClick={() => setAdding(true)}>
            <PlusOutlined /> {t('analytics.filter_same')}
          </button>
        ))}
    </div>
  );
}

function SameField({
  form,
  field,
  readOnly,
  onRemove,
}: {
  form: string;
  field: string;
  readOnly: boolean;
  onRemove: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const source = useQuery(q(analyticsApi.source, { params: { formId: form } }));
  const found = source.data?.fields.find(({ id }) => id === field);
  return (
    <div className="board-phone-line">
      <span>= {textIn(found?.title, locale)}</span>
      <small className="analytics-quiet">{textIn(source.data?.title, locale)}</small>
      {!readOnly && (
        <button type="button" className="fw-icon-button" aria-label={t('ui.action.remove')} onClick={onRemove}>
          <CloseOutlined />
        </button>
      )}
    </div>
  );
}

function FieldOfForm({ onField }: { onField: (form: string, field: string) => void }) {
  const t = useT();
  const locale = useLocale();
  const [form, setForm] = useState<string | null>(null);
  const source = useQuery({ ...q(analyticsApi.source, { params: { formId: form ?? '' } }), enabled: form !== null });
  return (
    <div className="board-filter">
      <FormSelect value={form} onChange={setForm} />
      {form !== null && (
        <Select
          aria-label={t('analytics.filter_field')}
          placeholder={t('analytics.filter_field')}
          loading={source.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          value={null}
          options={(source.data?.fields ?? []).map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
          onChange={(field: string | null) => field !== null && onField(form, field)}
        />
      )}
    </div>
  );
}
