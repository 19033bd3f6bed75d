import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import { incidentStates, type Incident } from '@formwork/contract/assets/quality.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { call } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonName } from '@formwork/web/list/PersonName.tsx';
import { useMe } from '@formwork/web/session/session.ts';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { IncidentDialog } from './IncidentDialog.tsx';
import { Paged } from '../Paged.tsx';
import { qualityReadings } from './quality-readings.ts';

const tones = { open: 'error', taken: 'warning', working: 'warning', solved: 'success' } as const;

/** What is wrong with the rows: of one asset, or without it of all that the reader sees. */
export function Incidents({ asset, edit }: { asset?: number; edit: boolean }) {
  const t = useT();
  const [state, setState] = useState<Incident['state']>();
  const query = {
    ...(asset !== undefined && { asset }),
    ...(state !== undefined && { state }),
    limit: asset === undefined ? 8 : 20,
  };
  return (
    <section className="asset-card">
      <div className="asset-line">
        <h2 className="asset-wide">{t('assets.incidents')}</h2>
        <Select
          size="small"
          aria-label={t('assets.incident.state')}
          popupMatchSelectWidth={false}
          value={state ?? 'all'}
          onChange={(next: Incident['state'] | 'all') => setState(next === 'all' ? undefined : next)}
          options={[
            { value: 'all', label: t('assets.incidents.unsolved') },
            ...incidentStates.map((value) => ({ value, label: t(`assets.incident.${value}`) })),
          ]}
        />
      </div>
      <Paged
        queryKey={keyOf(assetQualityApi.incidents, { query })}
        load={(after) => call(assetQualityApi.incidents, { query: { ...query, ...after } })}
        none={<p className="asset-note">{t('assets.incidents.none')}</p>}
      >
        {(rows) =>
          rows.map((incident) => (
            <OneIncident key={incident.id} incident={incident} edit={edit} named={asset === undefined} />
          ))
        }
      </Paged>
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
  const [edited, setEdited] = useState(false);
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
      {incident.state !== 'solved' && (
        <Link href={pathTo('dataAssets', {}, { id: incident.asset, tab: 'impact', way: 'up' })}>
          {t('assets.incident.cause')}
        </Link>
      )}
      {edit && incident.state === 'open' && (
        <Button
          size="small"
          loading={update.pending}
          onClick={() =>
            void update.run({ params: { incidentId: incident.id }, body: { state: 'taken', owner: me.id } })
          }
        >
          {t('assets.incident.take')}
        </Button>
      )}
      {edit && (
        <Button size="small" type="text" onClick={() => setEdited(true)}>
          {t('assets.edit')}
        </Button>
      )}
      {incident.note !== '' && <p className="asset-text asset-about">{incident.note}</p>}
      {edited && <IncidentDialog incident={incident} title={title} onClose={() => setEdited(false)} />}
    </div>
  );
}
