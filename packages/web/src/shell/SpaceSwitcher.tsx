import { identityApi, type Me } from '@formwork/contract/identity/api.ts';
import { SwapOutlined } from '@ant-design/icons';
import { MenuButton } from '@formwork/ui/menu.tsx';
import { useQuery } from '@tanstack/react-query';
import { useLogo } from '../appearance/use-logo.ts';
import { q } from '../http/query.ts';
import { useT } from '../i18n/i18n.ts';

/** The space one is in; a menu for those who belong to several. */
export function SpaceSwitcher({ me }: { me: Me }) {
  const t = useT();
  const spaces = useQuery({ ...q(identityApi.spaces), staleTime: 5 * 60_000 });
  const logo = useLogo();
  const name = <>{logo !== undefined && <img className="fw-space-logo" src={logo} alt="" />}<strong className="fw-space">{me.space.name}</strong></>;
  if ((spaces.data?.length ?? 0) < 2) return <span className="fw-bar-button" title={me.space.name}>{name}</span>;
  return (
    <MenuButton
      label={t('shell.space.switch')}
      className="fw-bar-button"
      items={spaces.data!.map((space) => ({ id: space.id, title: space.name, checked: space.id === me.space.id, href: `/space-${space.id}` }))}
    >
      {name}
      <SwapOutlined />
    </MenuButton>
  );
}
