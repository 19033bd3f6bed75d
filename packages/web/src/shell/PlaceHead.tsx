import { DownOutlined } from '@ant-design/icons';
import { MenuButton, type MenuEntry } from '@formwork/ui/frame/menu.tsx';
import type { ReactNode } from 'react';

/** Above a side navigation: where one is, and the menu of its siblings. */
export function PlaceHead({
  face,
  title,
  label,
  items,
}: {
  face: ReactNode;
  title: string;
  label: string;
  items: MenuEntry[];
}) {
  return (
    <MenuButton
      label={`${title} · ${label}`}
      title={title}
      className="fw-side-place"
      popupClassName="fw-place-menu"
      items={items}
    >
      {face}
      <strong>{title}</strong>
      <DownOutlined />
    </MenuButton>
  );
}
