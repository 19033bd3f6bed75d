import { CheckCircleFilled, CloseOutlined, RightOutlined } from '@ant-design/icons';
import { profileApi } from '@formwork/contract/profile/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { useLogo } from '@formwork/web/appearance/use-logo.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useMe } from '@formwork/web/session/session.ts';
import { navIcon } from '@formwork/web/shell/icons.tsx';
import { useMenus } from '@formwork/web/shell/menus.ts';
import type { Start } from './readings.ts';

interface Step {
  id: string;
  done: boolean;
  href: string;
  icon: string;
}

/** Of a new enterprise: its first administrator and the accounts that come with it. */
const firstPeople = 5;

/** What a newcomer does first, ticked off by what is there; gone when all is done or somebody puts it away. */
export function FirstSteps({ start }: { start: Start }) {
  const t = useT();
  const steps = useSteps(start);
  const close = useCommand(profileApi.closeSteps, { refresh: [profileApi.get] });
  const done = steps.filter((step) => step.done).length;
  if (!start.profile || start.profile.stepsClosed || done === steps.length) return null;
  return (
    <section className="start-panel start-steps" aria-label={t('home.start.steps')}>
      <header>
        <h2>{t('home.start.steps')}</h2>
        <span>
          {done} / {steps.length}
        </span>
        <button
          type="button"
          className="fw-icon-button"
          aria-label={t('home.start.steps_close')}
          title={t('home.start.steps_close')}
          disabled={close.pending}
          onClick={() => void close.run({ body: { closed: true } })}
        >
          <CloseOutlined />
        </button>
      </header>
      <div className="start-progress" aria-hidden>
        <span style={{ width: `${(100 * done) / steps.length}%` }} />
      </div>
      <ol>
        {steps.map((step) => (
          <li key={step.id} data-done={step.done || undefined}>
            <Link href={step.href}>
              <span className="start-step-sign">{step.done ? <CheckCircleFilled /> : navIcon(step.icon)}</span>
              <span className="start-step-text">
                <strong>{t(`home.start.step.${step.id}`)}</strong>
                <span>{t(`home.start.step.${step.id}_hint`)}</span>
              </span>
              <RightOutlined />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

function useSteps({ apps = [], people = 0, own, profile }: Start): Step[] {
  const me = useMe();
  const logo = useLogo();
  const menus = useMenus();
  const released = apps.some(({ forms }) => forms.some(({ release }) => release !== null));
  const personal: Step[] = [
    { id: 'portrait', done: Boolean(profile?.portrait), href: pathTo('personalCentre'), icon: 'me' },
    { id: 'favourite', done: (own?.favourites.length ?? 0) > 0, href: pathTo('appCentre'), icon: 'star' },
  ];
  if (me.role !== 'admin') return personal;
  return [
    { id: 'info', done: logo !== undefined, href: pathTo('enterpriseInfo'), icon: 'enterprise' },
    { id: 'people', done: people > firstPeople, href: pathTo('userRegister'), icon: 'newcomers' },
    { id: 'app', done: apps.length > 0, href: pathTo('appDesign'), icon: 'design' },
    { id: 'release', done: released, href: pathTo('appDesign'), icon: 'form' },
    { id: 'menu', done: menus.web !== null, href: pathTo('webNavigation'), icon: 'menu' },
  ];
}
