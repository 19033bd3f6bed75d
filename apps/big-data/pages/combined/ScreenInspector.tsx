import {
  DeleteOutlined,
  DownOutlined,
  EyeInvisibleOutlined,
  EyeOutlined,
  LockOutlined,
  UnlockOutlined,
  UpOutlined,
} from '@ant-design/icons';
import { screenFits, screenGrounds, type Screen, type ScreenElement } from '@formwork/contract/analytics/screen.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { layered } from '@formwork/ui/surface/arrange.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, InputNumber, Select } from 'antd';
import { FieldRow } from '../../parts/FieldRow.tsx';
import { BackdropSettings } from './BackdropSettings.tsx';
import { elementIcons } from './element-icons.tsx';
import { ElementSettings } from './ElementSettings.tsx';

interface Props {
  id: string;
  screen: Screen;
  selected: readonly string[];
  readOnly: boolean;
  onSelect: (ids: string[]) => void;
  onScreen: (change: (screen: Screen) => Screen, group?: string) => void;
  onElement: (id: string, change: (element: ScreenElement) => ScreenElement, group?: string) => void;
  onDelete: (ids: readonly string[]) => void;
}

/** Of the selected element, else of the stage; below it the layers, the topmost first. */
export function ScreenInspector(props: Props) {
  const { screen, selected, readOnly, onElement, onDelete } = props;
  const t = useT();
  const element = selected.length === 1 ? screen.elements.find(({ id }) => id === selected[0]) : undefined;
  return (
    <>
      {element ? (
        <ElementSettings
          key={element.id}
          screen={props.id}
          element={element}
          readOnly={readOnly}
          onElement={(change, group) => onElement(element.id, change, group)}
        />
      ) : selected.length === 0 ? (
        <StageSettings {...props} />
      ) : (
        <InspectorSection title={t('analytics.chosen', { count: selected.length })}>
          {!readOnly && (
            <Button danger onClick={() => onDelete(selected)}>
              {t('ui.action.remove')}
            </Button>
          )}
        </InspectorSection>
      )}
      <Layers {...props} />
    </>
  );
}

const sizes = ['1920x1080', '3840x2160', '2560x1080', '1280x720', '1080x1920', '768x1024'];

function StageSettings({ id, screen, readOnly, onScreen }: Props) {
  const t = useT();
  const locale = useLocale();
  const others = useQuery(q(definitionsApi.list, { params: { kind: 'screen' }, query: { limit: 200 } }));
  const size = `${screen.width}x${screen.height}`;
  return (
    <InspectorSection title={t('analytics.stage')}>
      <FieldRow label={t('analytics.stage_size')}>
        <Select
          disabled={readOnly}
          value={size}
          options={[...new Set([size, ...sizes])].map((value) => ({ value, label: value.replace('x', ' × ') }))}
          onChange={(value: string) => {
            const [width, height] = value.split('x').map(Number);
            onScreen((now) => ({ ...now, width: width!, height: height! }));
          }}
        />
      </FieldRow>
      <div className="stage-numbers">
        {(['width', 'height'] as const).map((side) => (
          <FieldRow key={side} label={t(`analytics.stage_${side}`)}>
            <InputNumber
              min={200}
              max={16_000}
              precision={0}
              disabled={readOnly}
              value={screen[side]}
              onChange={(value) => value !== null && onScreen((now) => ({ ...now, [side]: value }), side)}
            />
          </FieldRow>
        ))}
      </div>
      <FieldRow label={t('analytics.stage_fit')}>
        <Select
          disabled={readOnly}
          value={screen.fit}
          options={screenFits.map((fit) => ({ value: fit, label: t(`analytics.fit_as.${fit}`) }))}
          onChange={(fit) => onScreen((now) => ({ ...now, fit }))}
        />
      </FieldRow>
      <FieldRow label={t('analytics.stage_ground')}>
        <Select
          disabled={readOnly}
          value={screen.ground}
          options={screenGrounds.map((ground) => ({ value: ground, label: t(`analytics.ground.${ground}`) }))}
          onChange={(ground) => onScreen((now) => ({ ...now, ground }))}
        />
      </FieldRow>
      <BackdropSettings
        backdrop={screen.backdrop}
        readOnly={readOnly}
        onBackdrop={(backdrop, group) => onScreen((now) => ({ ...now, backdrop }), group && `backdrop ${group}`)}
      />
      <FieldRow label={t('analytics.every_seconds')}>
        <InputNumber
          min={5}
          max={86_400}
          precision={0}
          disabled={readOnly}
          placeholder={t('analytics.when_changed')}
          value={screen.refresh}
          onChange={(refresh) => onScreen((now) => ({ ...now, refresh }), 'refresh')}
        />
      </FieldRow>
      <FieldRow label={t('analytics.next_screen')}>
        <Select
          allowClear
          disabled={readOnly}
          placeholder={t('analytics.none')}
          value={screen.next?.screen ?? null}
          options={(others.data?.rows ?? [])
            .filter((one) => one.id !== id && one.released !== null)
            .map((one) => ({ value: one.id, label: textIn(one.name, locale) }))}
          onChange={(next: string | null | undefined) =>
            onScreen((now) => ({ ...now, next: next ? { screen: next, seconds: now.next?.seconds ?? 30 } : null }))
          }
        />
      </FieldRow>
      {screen.next && (
        <FieldRow label={t('analytics.next_after')}>
          <InputNumber
            min={5}
            max={86_400}
            precision={0}
            disabled={readOnly}
            value={screen.next.seconds}
            onChange={(seconds) =>
              seconds !== null && onScreen((now) => ({ ...now, next: now.next && { ...now.next, seconds } }), 'seconds')
            }
          />
        </FieldRow>
      )}
    </InspectorSection>
  );
}

function Layers({ screen, selected, readOnly, onSelect, onScreen, onElement, onDelete }: Props) {
  const t = useT();
  const { elements } = screen;
  if (elements.length === 0) return null;
  const move = (id: string, to: 'forward' | 'backward') =>
    onScreen((now) => ({ ...now, elements: layered(now.elements, [id], to) as ScreenElement[] }));
  const flip = (id: string, key: 'locked' | 'hidden') =>
    onElement(id, (now) => {
      const { [key]: before, ...rest } = now;
      return before ? rest : { ...now, [key]: true };
    });
  return (
    <InspectorSection title={t('analytics.layers')}>
      <ul className="stage-layers">
        {elements.toReversed().map(({ id, is, name, locked, hidden }) => (
          <li key={id} className="stage-layer" data-selected={selected.includes(id) || undefined}>
            <button
              type="button"
              aria-pressed={selected.includes(id)}
              onClick={(event) => onSelect(event.shiftKey ? [...selected.filter((one) => one !== id), id] : [id])}
            >
              {elementIcons[is]} {name}
            </button>
            {!readOnly && (
              <>
                <Icon label={t('analytics.layer.up')} icon={<UpOutlined />} onPress={() => move(id, 'forward')} />
                <Icon label={t('analytics.layer.down')} icon={<DownOutlined />} onPress={() => move(id, 'backward')} />
                <Icon
                  label={t(hidden ? 'analytics.layer.show' : 'analytics.layer.hide')}
                  icon={hidden ? <EyeInvisibleOutlined /> : <EyeOutlined />}
                  onPress={() => flip(id, 'hidden')}
                />
                <Icon
                  label={t(locked ? 'analytics.layer.unlock' : 'analytics.layer.lock')}
                  icon={locked ? <LockOutlined /> : <UnlockOutlined />}
                  onPress={() => flip(id, 'locked')}
                />
                <Icon label={t('ui.action.remove')} icon={<DeleteOutlined />} onPress={() => onDelete([id])} />
              </>
            )}
          </li>
        ))}
      </ul>
    </InspectorSection>
  );
}

function Icon({ label, icon, onPress }: { label: string; icon: React.ReactNode; onPress: () => void }) {
  return (
    <button type="button" className="fw-icon-button" aria-label={label} title={label} onClick={onPress}>
      {icon}
    </button>
  );
}
