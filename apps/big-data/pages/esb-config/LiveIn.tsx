import { gatewayApi, liveStates, mainEnvironment } from '@formwork/contract/gateway/api.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Select } from 'antd';
import { liveTones } from '../esb/ApiList.tsx';

/** Which release each environment serves, and how. */
export function LiveIn({ id, released }: { id: string; released: number | null }) {
  const t = useT();
  const overview = useQuery(q(gatewayApi.overview));
  const refresh = [gatewayApi.overview];
  const put = useCommand(gatewayApi.putLive, { refresh });
  const remove = useCommand(gatewayApi.removeLive, { refresh });
  const purge = useCommand(gatewayApi.purgeCache);
  if (!overview.data) return <Unread of={[overview]} skeleton={<SkeletonRows rows={4} />} />;
  if (released === null) return <Alert type="info" showIcon title={t('gateway.live.release_first')} />;
  return (
    <div className="esb-stack">
      {overview.data.environments.map((environment) => {
        const live = overview.data.live.find((one) => one.api === id && one.environment === environment.id);
        const params = { apiId: id, environment: environment.id };
        const serve = (number: number, state: (typeof liveStates)[number]) =>
          // whoever is told that it goes has three months
          void put.run({
            params,
            body: {
              number,
              state,
              sunset: state === 'live' ? null : new Date(Date.now() + 90 * 86_400_000).toISOString(),
            },
          });
        return (
          <section key={environment.id} className="esb-card">
            <header>
              <h2>{environment.id === mainEnvironment ? t('gateway.environment.main') : environment.name}</h2>
              {live ? (
                <StateTag tone={liveTones[live.state]}>
                  {t('gateway.live.serves', { number: live.number, state: t(`gateway.state.${live.state}`) })}
                </StateTag>
              ) : (
                <StateTag>{t('gateway.live.nothing')}</StateTag>
              )}
            </header>
            <div className="esb-line">
              {live?.number !== released && (
                <Button type="primary" loading={put.pending} onClick={() => serve(released, live?.state ?? 'live')}>
                  {t('gateway.live.put', { number: released })}
                </Button>
              )}
              {live && (
                <>
                  <Select
                    aria-label={t('gateway.live.state')}
                    value={live.state}
                    onChange={(state) => serve(live.number, state)}
                    options={liveStates.map((value) => ({ value, label: t(`gateway.state.${value}`) }))}
                  />
                  {live.number > 1 && (
                    <Button onClick={() => serve(live.number - 1, live.state)}>
                      {t('gateway.live.back', { number: live.number - 1 })}
                    </Button>
                  )}
                  <Button danger type="text" onClick={() => void remove.run({ params })}>
                    {t('gateway.live.remove')}
                  </Button>
                </>
              )}
            </div>
          </section>
        );
      })}
      <div>
        <Button loading={purge.pending} onClick={() => void purge.run({ params: { apiId: id } })}>
          {t('gateway.live.purge')}
        </Button>
      </div>
    </div>
  );
}
