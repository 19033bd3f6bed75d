import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons';
import type { Field } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { RowHeight } from '@formwork/ui/list/list-columns.ts';
import { PopupButton } from '@formwork/ui/feedback/popup.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';

export interface ColumnSettingsProps {
  fields: readonly Field[];
  shown: readonly Field[];
  height: RowHeight;
  onColumns: (ids: string[] | undefined) => void;
  onHeight: (height: RowHeight) => void;
}

const heights = ['compact', 'normal', 'relaxed'] as const;

/** Which columns stand in which order, and how high the rows are; kept for this person on this device. */
export function ColumnSettings({ fields, shown, height, onColumns, onHeight }: ColumnSettingsProps) {
  const t = useT();
  const locale = useLocale();
  const ids = shown.map(({ id }) => id);
  const hidden = fields.filter(({ id }) => !ids.includes(id));
  const move = (from: number, to: number) => {
    const next = [...ids];
    next.splice(to, 0, ...next.splice(from, 1));
    onColumns(next);
  };
  return (
    <PopupButton
      label={t('records.columns.title')}
      align="end"
      className="fw-tool-button"
      popupClassName="fw-column-settings"
      content={
        <>
          <div className="fw-menu-heading">{t('records.columns.height')}</div>
          <div className="fw-segments" role="radiogroup" aria-label={t('records.columns.height')}>
            {heights.map((one) => (
              <button key={one} type="button" role="radio" aria-checked={one === height} onClick={() => onHeight(one)}>
                {t(`records.columns.height.${one}`)}
              </button>
            ))}
          </div>
          <div className="fw-menu-heading">{t('records.columns.title')}</div>
          {[...shown, ...hidden].map((field) => {
            const at = ids.indexOf(field.id);
            const title = textIn(field.title, locale);
            return (
              <div key={field.id} className="fw-column-setting">
                <label>
                  <input
                    type="checkbox"
                    className="fw-check"
                    checked={at >= 0}
                    disabled={at >= 0 && ids.length === 1}
                    onChange={() => onColumns(at >= 0 ? ids.filter((id) => id !== field.id) : [...ids, field.id])}
                  />
                  <span>{title}</span>
                </label>
                {at >= 0 && (
                  <MoveButton
                    label={t('records.columns.earlier', { title })}
                    icon={<ArrowUpOutlined />}
                    disabled={at === 0}
                    onClick={() => move(at, at - 1)}
                  />
                )}
                {at >= 0 && (
                  <MoveButton
                    label={t('records.columns.later', { title })}
                    icon={<ArrowDownOutlined />}
                    disabled={at === ids.length - 1}
                    onClick={() => move(at, at + 1)}
                  />
                )}
              </div>
            );
          })}
          <button type="button" className="fw-link-button" onClick={() => onColumns(undefined)}>
            {t('records.columns.reset')}
          </button>
        </>
      }
    >
      <SettingOutlined /> <span className="fw-tool-text">{t('records.columns.title')}</span>
    </PopupButton>
  );
}

function MoveButton({
  label,
  icon,
  disabled,
  onClick,
}: {
  label: string;
  icon: React.ReactNode;
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className="fw-icon-button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}
