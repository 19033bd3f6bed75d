import { identityApi, type Me } from '@formwork/contract/identity/api.ts';
import { SwapOutlined } from '@ant-design/icons';
import { pathTo } from '@formwork/contract/routes.ts';
import { Mark } from '@formwork/ui/format/mark.tsx';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepLogo } from '../appearance/known-logo.ts';
import { useLogo } from '../appearance/use-logo.ts';
import { q } from '../http/query.ts';
import { useT } from '../i18n/i18n.ts';
import { Link } from '../router/Link.tsx';

/** The space one is in; a menu for those who belong to several. */
export function SpaceSwitcher({ me }: { me: Me }) {
  const t = useT();
  const spaces = useQuery({ ...q(identityApi.spaces), staleTime: 5 * 60_000 });
  const logo = useLogo();
  useEffect(() => void keepLogo(logo), [logo]);
  const name = (
    <>
      {logo === undefined ? <Mark /> : <img className="fw-space-logo" src={logo} alt="" />}
      <strong className="fw-space">{me.space.name}</strong>
    </>
  );
  if ((spaces.data?.length ?? 0) < 2)
    return (
      <Link className="fw-bar-button" href={pathTo('home')} title={me.space.name}>
        {name}
      </Link>
    );
  return (
    <MenuButton
      label={t('shell.space.switch')}
      className="fw-bar-button"
      items={spaces.data!.map((space) => ({
        id: space.id,
        title: space.name,
        checked: space.id === me.space.id,
        href: `/space-${space.id}`,
      }))}
    >
      {name}
      <SwapOutlined />
    </MenuButton>
  );
}
