import { LinkOutlined } from '@ant-design/icons';
import { documentsApi, type DocumentLink, type DocumentNode } from '@formwork/contract/documents/api.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Form, Popconfirm } from 'antd';
import { useState } from 'react';
import { LinkAddress } from '@formwork/web/visitor-links/LinkAddress.tsx';
import { LinkFacts, LinkState, linkState } from '@formwork/web/visitor-links/LinkFacts.tsx';
import { firstTerms, LinkTerms, termsOf, type LinkTermsValues } from '@formwork/web/visitor-links/LinkTerms.tsx';
import { LookedAt, Visits } from '@formwork/web/visitor-links/Visits.tsx';

/** Links to a document, or to a folder and all below it, for visitors: made, looked at, ended. */
export function DocumentLinksDrawer({
  appId,
  node,
  onClose,
}: {
  appId: string;
  node: DocumentNode;
  onClose: () => void;
}) {
  const t = useT();
  const params = { appId, nodeId: node.id };
  const [token, setToken] = useState<string>();
  const links = useQuery(q(documentsApi.links, { params }));
  const create = useCommand(documentsApi.createLink, {
    refresh: [documentsApi.links],
    onDone: (made) => setToken(made.token),
  });
  return (
    <Drawer open title={t('documents.links.title', { name: node.name })} size={440} onClose={onClose}>
      <p className="documents-quiet">
        {t(node.kind === 'folder' ? 'documents.links.folder_hint' : 'documents.links.hint')}
      </p>
      <Form
        layout="vertical"
        initialValues={firstTerms}
        onFinish={(values: LinkTermsValues) => void create.run({ params, body: termsOf(values) })}
      >
        <LinkTerms />
        <Button type="primary" htmlType="submit" icon={<LinkOutlined />} loading={create.pending}>
          {t('records.link.make')}
        </Button>
      </Form>
      {links.isPending ? (
        <SkeletonRows rows={2} />
      ) : links.isError ? (
        <ErrorState small onRetry={() => void links.refetch()} />
      ) : (
        <ul className="documents-versions documents-links" aria-label={t('records.link.title')}>
          {links.data.links.map((link) => (
            <Line key={link.id} params={params} link={link} />
          ))}
        </ul>
      )}
      {token !== undefined && <LinkAddress token={token} onClose={() => setToken(undefined)} />}
    </Drawer>
  );
}

function Line({ params, link }: { params: { appId: string; nodeId: string }; link: DocumentLink }) {
  const t = useT();
  const [looking, setLooking] = useState(false);
  const revoke = useCommand(documentsApi.revokeLink, { refresh: [documentsApi.links] });
  return (
    <li>
      <div>
        <LinkState link={link} />
        <p>
          <LinkFacts link={link} by={link.by} />
        </p>
        <LookedAt shown={looking} onShow={setLooking} />
        {looking && <Visits endpoint={documentsApi.visits} params={{ ...params, linkId: link.id }} />}
      </div>
      {linkState(link) === 'open' && (
        <Popconfirm
          title={t('records.link.revoke_title')}
          description={t('records.link.revoke_hint')}
          okText={t('records.link.revoke')}
          onConfirm={() => revoke.run({ params: { ...params, linkId: link.id } })}
        >
          <Button size="small" type="link" danger loading={revoke.pending}>
            {t('records.link.revoke')}
          </Button>
        </Popconfirm>
      )}
    </li>
  );
}
