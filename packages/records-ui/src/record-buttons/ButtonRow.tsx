import { MoreOutlined } from '@ant-design/icons';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import type { ArrangedButton } from './use-buttons.tsx';

/** Arranged buttons in a row: those that stand out as buttons, parts with a look of their own as they are, the others in a menu. */
export function ButtonRow({
  items,
  main,
  parts = noParts,
  size,
}: {
  items: readonly ArrangedButton[];
  main: readonly string[];
  parts?: Record<string, (item: ArrangedButton) => ReactNode>;
  size?: 'small';
}) {
  const t = useT();
  const standing = items.filter(({ id, own }) => own || main.includes(id) || id in parts);
  const rest = items.filter((item) => !standing.includes(item));
  return (
    <>
      {standing
        .filter(({ primary }) => !primary)
        .map(
          (item) =>
            (item.disabled ? undefined : parts[item.id]?.(item)) ?? <Plain key={item.id} item={item} size={size} />,
        )}
      {rest.length > 0 && (
        <MenuButton
          label={t('ui.action.more')}
          items={rest.map(({ primary: _, own: __, ...item }) => item)}
          align="end"
        >
          <MoreOutlined />
        </MenuButton>
      )}
      {standing
        .filter(({ primary }) => primary)
        .map((item) => (
          <Plain key={item.id} item={item} size={size} />
        ))}
    </>
  );
}

const noParts: Record<string, (item: ArrangedButton) => ReactNode> = {};

function Plain({
  item: { title, icon, primary, danger, href, onSelect, disabled, reason },
  size,
}: {
  item: ArrangedButton;
  size: 'small' | undefined;
}) {
  const router = useRouter();
  const go = href === undefined ? onSelect : () => void router.go(href);
  const button = (
    <Button
      type={primary ? 'primary' : 'default'}
      icon={icon}
      danger={danger ?? false}
      disabled={disabled ?? false}
      {...(size && { size })}
      {...(go && { onClick: go })}
    >
      {title}
    </Button>
  );
  return reason === undefined ? button : <Tooltip title={reason}>{button}</Tooltip>;
}
