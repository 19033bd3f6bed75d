import { HolderOutlined, PlusOutlined } from '@ant-design/icons';
import {
  clickActs,
  textLooks,
  type ClickAct,
  type Dashboard,
  type DashboardPanel,
} from '@formwork/contract/analytics/definition.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { DragArea, DragHandle, SortableList } from '@formwork/ui/drag/drag.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { phoneOrder } from '@formwork/ui/panels/places.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { ChartChoice } from '../../parts/ChartChoice.tsx';
import { FieldRow } from '../../parts/FieldRow.tsx';
import { PictureInput } from '../../parts/PictureInput.tsx';
import { TextPair } from '../../parts/TextPair.tsx';
import { FrameAddress } from './FrameAddress.tsx';
import { JumpSettings } from './JumpSettings.tsx';
import { FieldOfForm, FilterLine } from './FilterLine.tsx';

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
  const ownTitle = 'title' in panel && (
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
  );
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
          {ownTitle}
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
      {panel.is === 'frame' && (
        <>
          <FrameAddress
            address={panel.address}
            readOnly={readOnly}
            onAddress={(address) => onPanel((now) => ({ ...now, address }) as DashboardPanel, `address ${panel.id}`)}
          />
          {ownTitle}
        </>
      )}
      {panel.is !== 'frame' && (
        <JumpSettings
          jump={panel.jump}
          chart={panel.is === 'chart' ? panel.chart : null}
          readOnly={readOnly}
          onJump={(jump, group) =>
            onPanel(
              (now) => {
                const { jump: _before, ...rest } = now as Extract<DashboardPanel, { is: 'text' }>;
                return jump ? { ...rest, jump } : rest;
              },
              group && `${group} ${panel.id}`,
            )
          }
        />
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
