import { LinkOutlined } from '@ant-design/icons';
import { visitorsApi, type SharedChoice, type SharedKind, type VisitorLink } from '@formwork/contract/visitors/api.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Form, Popconfirm } from 'antd';
import { useState, type ReactNode } from 'react';
import { q } from '../http/query.ts';
import { useCommand } from '../http/use-command.ts';
import { useT } from '../i18n/i18n.ts';
import { LinkAddress } from './LinkAddress.tsx';
import { LinkFacts, LinkState, linkState } from './LinkFacts.tsx';
import { firstTerms, LinkTerms, termsOf, type LinkTermsValues } from './LinkTerms.tsx';
import { LookedAt, Visits } from './Visits.tsx';
import './visitor-links.css';

interface Props {
  kind: SharedKind;
  thing: string;
  name: string;
  /** What of a view is chosen to be shown: inputs of the form, and what they come to. */
  choice?: {
    first: Record<string, unknown>;
    inputs: (problems: Record<string, string>) => ReactNode;
    of: (values: Record<string, unknown>) => SharedChoice;
  };
  onClose: () => void;
}

type Values = LinkTermsValues & Record<string, unknown>;

/** Links for visitors to a view, chart, dashboard or screen: made, ended, and who looked. */
export default function VisitorLinksDrawer({ kind, thing, name, choice, onClose }: Props) {
  const t = useT();
  const params = { kind, thing };
  const [token, setToken] = useState<string>();
  const links = useQuery(q(visitorsApi.links, { params }));
  const create = useCommand(visitorsApi.createLink, {
    refresh: [visitorsApi.links],
    onDone: (made) => setToken(made.token),
  });
  const make = (values: Values) =>
    void create.run({ params, body: { choice: choice ? choice.of(values) : null, ...termsOf(values) } });
  return (
    <Drawer open title={t('records.link.visitors_of', { name })} size={460} onClose={onClose}>
      <p className="fw-visitor-hint">{t(`records.link.hint.${kind}`)}</p>
      <Form layout="vertical" initialValues={{ ...firstTerms, ...choice?.first }} onFinish={make}>
        {choice?.inputs(create.fieldErrors)}
        <LinkTerms />
        <Button type="primary" htmlType="submit" icon={<LinkOutlined />} loading={create.pending}>
          {t('records.link.make')}
        </Button>
      </Form>
      <h3 className="fw-visitor-made">{t('records.link.title')}</h3>
      {links.isPending ? (
        <SkeletonRows rows={2} columns={1} />
      ) : links.isError ? (
        <ErrorState small onRetry={() => void links.refetch()} />
      ) : links.data.links.length === 0 ? (
        <p className="fw-field-note">{t('records.link.none_yet')}</p>
      ) : (
        <ul className="fw-visitor-links" aria-label={t('records.link.title')}>
          {links.data.links.map((link) => (
            <Line key={link.id} kind={kind} thing={thing} link={link} />
          ))}
        </ul>
      )}
      {token !== undefined && <LinkAddress token={token} onClose={() => setToken(undefined)} />}
    </Drawer>
  );
}

function Line({ kind, thing, link }: { kind: SharedKind; thing: string; link: VisitorLink }) {
  const t = useT();
  const [looking, setLooking] = useState(false);
  const revoke = useCommand(visitorsApi.revokeLink, { refresh: [visitorsApi.links] });
  const params = { kind, thing, linkId: link.id };
  return (
    <li>
      <div>
        <LinkState link={link} />{' '}
        {link.choice && t('records.link.columns_shown', { count: link.choice.columns.length })}
        {link.choice && link.choice.except.length > 0 && (
          <> · {t('records.link.excepted', { count: link.choice.except.length })}</>
        )}
      </div>
      <LinkFacts link={link} by={link.by} />
      <div className="fw-visitor-actions">
        <LookedAt shown={looking} onShow={setLooking} />
        {linkState(link) === 'open' && (
          <Popconfirm
            title={t('records.link.revoke_title')}
            description={t('records.link.revoke_hint')}
            okText={t('records.link.revoke')}
            cancelText={t('ui.action.cancel')}
            onConfirm={() => revoke.run({ params })}
          >
            <Button size="small" type="link" danger loading={revoke.pending}>
              {t('records.link.revoke')}
            </Button>
          </Popconfirm>
        )}
      </div>
      {looking && <Visits endpoint={visitorsApi.visits} params={params} />}
    </li>
  );
}
