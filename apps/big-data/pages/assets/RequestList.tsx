import { assetsApi, type Request } from '@formwork/contract/assets/api.ts';
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
import { Button, Checkbox, Input } from 'antd';
import { useState } from 'react';
import { Paged } from './Paged.tsx';

const tones = {
  asked: 'warning',
  approved: 'warning',
  granted: 'success',
  refused: 'error',
  ended: 'neutral',
} as const;

interface Shown {
  /** Of one asset; of all without it, with their names. */
  asset?: number;
  state?: Request['state'];
  edit: boolean;
  appId: string | null;
}

/** Requests for access, the newest first; whoever decides does so beside each, or its process does. */
export function RequestList({ asset, state, edit, appId }: Shown) {
  const t = useT();
  const query = { ...(asset !== undefined && { asset }), ...(state !== undefined && { state }) };
  return (
    <div className="asset-stack">
      <Paged
        queryKey={keyOf(assetsApi.requests, { query })}
        load={(after) => call(assetsApi.requests, { query: { ...query, ...after } })}
        none={<p className="asset-note">{t('assets.request.none')}</p>}
      >
        {(rows) =>
          rows.map((one) => (
            <OneRequest key={one.id} request={one} edit={edit} named={asset === undefined} appId={appId} />
          ))
        }
      </Paged>
    </div>
  );
}

function OneRequest({
  request,
  edit,
  named,
  appId,
}: {
  request: Request;
  edit: boolean;
  named: boolean;
  appId: string | null;
}) {
  const t = useT();
  const locale = useLocale();
  const [sensitive, setSensitive] = useState(request.sensitive);
  const [note, setNote] = useState(request.note);
  const decide = useCommand(assetsApi.decide, { refresh: [assetsApi.requests, assetsApi.overview, assetsApi.list] });
  const answer = (granted: boolean) =>
    void decide.run({ params: { accessRequestId: request.id }, body: { granted, note: note.trim(), sensitive } });
  const { state, process } = request;
  const decides = edit && (state === 'approved' || (state === 'asked' && process === null));
  return (
    <div className="asset-request">
      <div className="asset-line">
        <StateTag tone={tones[state]}>{t(`assets.request.${state}`)}</StateTag>
        {named && (
          <Link href={pathTo('dataAssets', {}, { id: request.asset, tab: 'access' })}>
            {textIn(request.assetTitle, locale)}
          </Link>
        )}
        <PersonName id={request.person} />
        <span className="asset-gap" />
        <span className="asset-note">
          <Time at={request.askedAt} locale={locale} />
        </span>
      </div>
      <p className="asset-text">{request.reason}</p>
      <p className="asset-note">
        {request.until === null ? (
          t('assets.request.forever')
        ) : (
          <>
            {t('assets.request.until')} <Time at={request.until} locale={locale} />
          </>
        )}
        {request.decidedBy !== null && (
          <>
            {' '}
            · {t('assets.request.decided_by')} <PersonName id={request.decidedBy} />
          </>
        )}
        {!decides && request.note !== '' && ` · ${request.note}`}
      </p>
      {(decides || (process !== null && appId !== null)) && (
        <div className="asset-line">
          {process !== null && appId !== null && (
            <Link href={pathTo('recordDetail', { app: appId, form: process.formId }, { record: process.recordId })}>
              {t('assets.request.process')}
            </Link>
          )}
          {decides && (
            <>
              <Input
                className="asset-wide"
                aria-label={t('assets.request.note')}
                placeholder={t('assets.request.note')}
                maxLength={1_000}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
              <Checkbox checked={sensitive} onChange={(event) => setSensitive(event.target.checked)}>
                {t('assets.request.sensitive')}
              </Checkbox>
              <Button size="small" loading={decide.pending} onClick={() => answer(true)}>
                {t('assets.request.grant')}
              </Button>
              <Button size="small" type="text" danger onClick={() => answer(false)}>
                {t('assets.request.refuse')}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}
