import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import { incidentStates, type Incident } from '@formwork/contract/assets/quality.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonName } from '@formwork/web/list/PersonName.tsx';
import { useMe } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { qualityReadings } from './quality-readings.ts';

const tones = { open: 'error', taken: 'warning', working: 'warning', solved: 'success' } as const;

/** What is wrong with the rows: of one asset, or without it of all that the reader sees. */
export function Incidents({ asset, edit }: { asset?: number; edit: boolean }) {
  const t = useT();
  const found = useQuery(q(assetQualityApi.incidents, { query: { ...(asset !== undefined && { asset }) } }));
  const rows = found.data ?? [];
  return (
    <section className="asset-card">
      <h2>{t('assets.incidents')}</h2>
      {found.data && rows.length === 0 && <p className="asset-note">{t('assets.incidents.none')}</p>}
      {rows.slice(0, asset === undefined ? 8 : rows.length).map((incident) => (
        <OneIncident key={incident.id} incident={incident} edit={edit} named={asset === undefined} />
      ))}
    </section>
  );
}

function OneIncident({ incident, edit, named }: { incident: Incident; edit: boolean; named: boolean }) {
  const t = useT();
  const locale = useLocale();
  const me = useMe();
  // what belongs to no rule is the contract's
  const title = incident.rule === null ? t('assets.contract.incident') : incident.title;
  const update = useCommand(assetQualityApi.updateIncident, { refresh: qualityReadings });
  const set = (body: { state?: Incident['state']; owner?: string }) =>
    void update.run({ params: { incidentId: incident.id }, body });
  return (
    <div className="asset-line asset-incident">
      <StateTag tone={tones[incident.state]}>{t(`assets.incident.${incident.state}`)}</StateTag>
      <span className="asset-wide">
        {named ? (
          <Link
            href={pathTo(
              'dataAssets',
              {},
              { id: incident.asset, tab: incident.rule === null ? 'contract' : 'quality' },
            )}
          >
            {`${textIn(incident.assetTitle, locale)} · ${title}`}
          </Link>
        ) : (
          title
        )}
        {incident.reopened > 0 && (
          <span className="asset-note"> {t('assets.incident.reopened', { count: incident.reopened })}</span>
        )}
      </span>
      <span className="asset-note">
        {incident.owner !== null && (
          <>
            <PersonName id={incident.owner} /> ·{' '}
          </>
        )}
        <Time at={incident.openedAt} locale={locale} />
      </span>
      {edit && incident.state === 'open' && (
        <Button size="small" loading={update.pending} onClick={() => set({ state: 'taken', owner: me.id })}>
          {t('assets.incident.take')}
        </Button>
      )}
      {edit && incident.state !== 'open' && (
        <Select
          size="small"
          aria-label={t('assets.incident.state')}
          popupMatchSelectWidth={false}
          value={incident.state}
          options={incidentStates.map((value) => ({ value, label: t(`assets.incident.${value}`) }))}
          onChange={(state) => set({ state })}
        />
      )}
    </div>
  );
}
