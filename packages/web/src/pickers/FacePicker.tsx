import { CheckOutlined } from '@ant-design/icons';
import { hueNames, type HueName } from '@formwork/contract/hues/hues.ts';
import { AppFace } from '@formwork/ui/format/app-face.tsx';
import { moveAmongRadios, radioStop } from '@formwork/ui/input/arrow-keys.ts';
import type { CSSProperties } from 'react';
import { faceColor } from '../apps/face.tsx';
import { useT } from '../i18n/i18n.ts';
import { iconNames } from '../shell/icons/names.ts';
import { navIcon } from '../shell/icons.tsx';
import './face-picker.css';

export interface Face {
  icon: string | null;
  /** Null: one that follows from the thing's id. */
  hue: HueName | null;
}

const plain: Face = { icon: null, hue: null };

/** Sign and colour of an application, with how it will look. */
export function FacePicker({
  value = plain,
  onChange,
  id,
  title,
  usual,
}: {
  /** A form item hands over its own. */
  value?: Face;
  onChange?: (face: Face) => void;
  id?: string;
  title: string;
  /** The hue while none is chosen. */
  usual: HueName;
}) {
  const t = useT();
  const { icon, hue } = value;
  const shown = hue ?? usual;
  const signs = [null, ...iconNames];
  return (
    <div className="face-picker" {...(id === undefined ? {} : { id })}>
      <AppFace
        color={faceColor(shown)}
        icon={icon === null ? undefined : navIcon(icon)}
        title={title || '?'}
        size={48}
      />
      <div>
        <div className="face-hues" role="radiogroup" aria-label={t('shell.face.colour')} onKeyDown={moveAmongRadios}>
          {hueNames.map((name, at) => (
            <button
              key={name}
              type="button"
              role="radio"
              aria-checked={shown === name}
              tabIndex={radioStop(shown === name, at === 0, true)}
              aria-label={t(`shell.hue.${name}`)}
              title={t(`shell.hue.${name}`)}
              style={{ '--face': faceColor(name) } as CSSProperties}
              onClick={() => onChange?.({ icon, hue: name })}
            >
              {shown === name && <CheckOutlined />}
            </button>
          ))}
        </div>
        <div className="face-icons" role="radiogroup" aria-label={t('shell.icon.choose')} onKeyDown={moveAmongRadios}>
          {signs.map((name, at) => (
            <button
              key={name ?? ''}
              type="button"
              role="radio"
              aria-checked={icon === name}
              tabIndex={radioStop(icon === name, at === 0, signs.includes(icon))}
              aria-label={name === null ? t('shell.face.letter') : t('shell.icon.one', { number: at })}
              title={name === null ? t('shell.face.letter') : undefined}
              onClick={() => onChange?.({ icon: name, hue })}
            >
              {name === null ? <strong aria-hidden>{[...title.trim()][0] ?? 'A'}</strong> : navIcon(name)}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}
