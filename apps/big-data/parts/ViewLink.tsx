import { EyeOutlined } from '@ant-design/icons';
import type { Definition } from '@formwork/contract/definitions/api.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';

/** From the editor to what others see: what is released. */
export function ViewLink({ definition, href }: { definition: Pick<Definition, 'released'>; href: string }) {
  const t = useT();
  if (definition.released === null) return null;
  return (
    <Link className="fw-icon-button" href={href} aria-label={t('analytics.look')} title={t('analytics.look')}>
      <EyeOutlined />
    </Link>
  );
}
