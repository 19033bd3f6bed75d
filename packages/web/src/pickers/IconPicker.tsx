import { PopupButton } from '@formwork/ui/feedback/popup.tsx';
import { moveAmongRadios, radioStop } from '@formwork/ui/input/arrow-keys.ts';
import { useT } from '../i18n/i18n.ts';
import { iconNames } from '../shell/icons/names.ts';
import { navIcon } from '../shell/icons.tsx';
import './icon-picker.css';

const names: readonly (string | null)[] = [null, ...iconNames];

interface Props {
  /** A form item hands over its own. */
  value?: string | null;
  onChange?: (icon: string | null) => void;
  id?: string;
  /** The icon of a thing that has none of its own. */
  usual?: string;
}

/** One of the product's icons, or the usual one. */
export function IconPicker({ value = null, onChange, id, usual = 'apps' }: Props) {
  const t = useT();
  const line = (name: string | null, number: number, close: () => void) => (
    <button
      key={name ?? ''}
      type="button"
      className="icon-choice"
      role="radio"
      aria-checked={name === value}
      tabIndex={radioStop(name === value, name === null, names.includes(value))}
      aria-label={name === null ? t('shell.icon.usual') : t('shell.icon.one', { number })}
      title={name === null ? t('shell.icon.usual') : undefined}
      onClick={() => {
        onChange?.(name);
        close();
      }}
    >
      {name === null ? <span className="icon-usual">{navIcon(usual)}</span> : navIcon(name)}
    </button>
  );
  return (
    <PopupButton
      {...(id === undefined ? {} : { id })}
      label={t('shell.icon.choose')}
      className="icon-button"
      content={(close) => (
        <div className="icon-choices" role="radiogroup" aria-label={t('shell.icon.choose')} onKeyDown={moveAmongRadios}>
          {names.map((name, at) => line(name, at, close))}
        </div>
      )}
    >
      {navIcon(value ?? usual)}
      <span>{t(value === null ? 'shell.icon.usual' : 'shell.icon.change')}</span>
    </PopupButton>
  );
}
