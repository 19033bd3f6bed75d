import { DeleteOutlined, EyeInvisibleOutlined, EyeOutlined, HolderOutlined, TeamOutlined } from '@ant-design/icons';
import type { App } from '@formwork/contract/forms/api.ts';
import { hasOwnName, type AppMenuEntry } from '@formwork/contract/forms/app-menu.ts';
import { routes, type Route } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { DragHandle } from '@formwork/ui/drag/drag.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { IconPicker } from '@formwork/web/pickers/IconPicker.tsx';
import { usualIcons } from '@formwork/web/shell/app-menu.tsx';
import { RolePicker } from '@formwork/web/pickers/RolePicker.tsx';
import { Input } from 'antd';
import { useState, type ReactNode } from 'react';

/** What an entry is called while nobody names it otherwise. */
export function usualName({ target, title }: AppMenuEntry, app: App, locale: string): string {
  if (title?.zh) return textIn(title, locale);
  if (target.kind === 'link') return target.url;
  if (target.kind === 'form') return textIn(app.forms.find(({ id }) => id === target.formId)?.title, locale);
  if (target.kind === 'page')
    return textIn((routes as readonly Route[]).find(({ id }) => id === target.page)?.title, locale);
  return '';
}

/** One entry: its sign, its name, where a link leads, whether and to whom it is shown. */
export function MenuLine({
  app,
  entry,
  onChange,
}: {
  app: App;
  entry: AppMenuEntry;
  onChange: (entry: AppMenuEntry | undefined) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const [limiting, setLimiting] = useState(false);
  const { target, title, icon, hidden, roles } = entry;
  const name = usualName(entry, app, locale);
  const button = (label: string, sign: ReactNode, onClick: () => void, pressed?: boolean) => (
    <button
      type="button"
      className="fw-icon-button"
      aria-label={`${label} ${name}`}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {sign}
    </button>
  );
  return (
    <div className="menu-line" data-hidden={hidden || undefined}>
      <DragHandle title={t('design.menu.move', { title: name })}>
        <HolderOutlined />
      </DragHandle>
      <IconPicker
        value={icon}
        usual={usualIcons[target.kind === 'made' ? target.of : target.kind]}
        onChange={(next) => onChange({ ...entry, icon: next })}
      />
      <Input
        maxLength={60}
        aria-label={t('design.field.name_zh')}
        placeholder={usualName({ ...entry, title: null }, app, 'zh-CN') || t('design.field.name_zh')}
        value={title?.zh ?? ''}
        onChange={({ target: { value } }) => onChange({ ...entry, title: titleWith(value, title?.en ?? '', target) })}
      />
      <Input
        maxLength={60}
        aria-label={t('design.field.name_en')}
        placeholder={t('design.field.name_en')}
        value={title?.en ?? ''}
        onChange={({ target: { value } }) => onChange({ ...entry, title: titleWith(title?.zh ?? '', value, target) })}
      />
      {button(
        t(hidden ? 'design.menu.show' : 'design.menu.hide'),
        hidden ? <EyeInvisibleOutlined /> : <EyeOutlined />,
        () => onChange({ ...entry, hidden: !hidden }),
        hidden,
      )}
      {button(t('design.menu.roles'), <TeamOutlined />, () => setLimiting(!limiting), roles.length > 0)}
      {target.kind !== 'form' && button(t('design.menu.remove'), <DeleteOutlined />, () => onChange(undefined))}
      {target.kind === 'link' && (
        <Input
          className="menu-wide"
          maxLength={500}
          aria-label={t('design.menu.url')}
          placeholder={t('design.menu.url')}
          value={target.url}
          onChange={({ target: { value } }) => onChange({ ...entry, target: { kind: 'link', url: value.trim() } })}
        />
      )}
      {(limiting || roles.length > 0) && (
        <div className="menu-wide">
          <RolePicker multiple value={roles} onChange={(next) => onChange({ ...entry, roles: next })} />
          <p className="menu-hint">{t('design.menu.roles_hint')}</p>
        </div>
      )}
    </div>
  );
}

/** A form or a page that is not named otherwise keeps its own name, also when that changes. */
function titleWith(zh: string, en: string, target: AppMenuEntry['target']): AppMenuEntry['title'] {
  if (zh === '' && hasOwnName(target)) return null;
  return { zh, ...(en !== '' && { en }) };
}
