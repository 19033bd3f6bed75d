import { LinkOutlined } from '@ant-design/icons';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { linkApi, type RecordLink } from '@formwork/contract/records/link.ts';
import { useNames } from '@formwork/web/pickers/names.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { LinkFacts, LinkState, linkState } from '@formwork/web/visitor-links/LinkFacts.tsx';
import { LookedAt, Visits } from '@formwork/web/visitor-links/Visits.tsx';

const LinkDialog = lazy(() => import('./LinkDialog.tsx'));

/** Links to the record for visitors: made, looked at, ended. */
export function LinksPanel({
  formId,
  recordId,
  definition,
  hidden,
}: {
  formId: string;
  recordId: string;
  definition: FormDefinition;
  hidden: readonly string[];
}) {
  const t = useT();
  const [making, setMaking] = useState(false);
  const params = { formId, recordId };
  const links = useQuery(q(linkApi.links, { params })).data?.links ?? [];
  const nameOf = useNames('people', [...new Set(links.map(({ by }) => by))]);
  return (
    <section className="fw-links" aria-label={t('records.link.title')}>
      <header>
        <h3>{t('records.link.title')}</h3>
        <Button size="small" icon={<LinkOutlined />} onClick={() => setMaking(true)}>
          {t('records.link.make')}
        </Button>
      </header>
      {links.length === 0 ? (
        <p className="fw-field-note">{t('records.link.none')}</p>
      ) : (
        <ul className="fw-shares">
          {links.map((link) => (
            <LinkLine key={link.id} link={link} by={nameOf(link.by) ?? '…'} params={params} />
          ))}
        </ul>
      )}
      {making && (
        <Suspense>
          <LinkDialog {...params} definition={definition} hidden={hidden} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </section>
  );
}

function LinkLine({
  link,
  by,
  params,
}: {
  link: RecordLink;
  by: string;
  params: { formId: string; recordId: string };
}) {
  const t = useT();
  const { modal } = App.useApp();
  const [looking, setLooking] = useState(false);
  const revoke = useCommand(linkApi.revokeLink, { refresh: [linkApi.links] });
  const ask = () =>
    void modal.confirm({
      title: t('records.link.revoke_title'),
      content: t('records.link.revoke_hint'),
      okText: t('records.link.revoke'),
      cancelText: t('ui.action.cancel'),
      okButtonProps: { danger: true },
      onOk: () => revoke.run({ params: { ...params, linkId: link.id } }),
    });
  return (
    <li>
      <div>
        <LinkState link={link} /> {t('records.link.fields', { count: link.fields.length })}
        {link.rows && <> · {t('records.link.rows', { count: link.rows.length })}</>}
      </div>
      <LinkFacts link={link} by={by} />
      <div className="fw-visitor-actions">
        <LookedAt shown={looking} onShow={setLooking} />
        {linkState(link) === 'open' && (
          <Button size="small" type="link" danger onClick={ask}>
            {t('records.link.revoke')}
          </Button>
        )}
      </div>
      {looking && <Visits endpoint={linkApi.visits} params={{ ...params, linkId: link.id }} />}
    </li>
  );
}
