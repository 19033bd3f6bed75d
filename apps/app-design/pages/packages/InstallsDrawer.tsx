import { packagesApi, type Install } from '@formwork/contract/packages/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Popconfirm, Tag } from 'antd';
import { useState } from 'react';
import ImportDialog from './ImportDialog.tsx';
import './packages.css';

/** Packages that came here, by the latest: look at one, go on with it, roll back the last. */
export default function InstallsDrawer({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [open, setOpen] = useState<string>();
  const found = useQuery({ ...q(packagesApi.list, { query: {} }), staleTime: 0 });
  const rollBack = useCommand(packagesApi.rollBack, { refresh: [packagesApi.get, packagesApi.list] });
  return (
    <Drawer open size={560} title={t('packages.list.title')} onClose={onClose}>
      {found.isPending ? (
        <SkeletonRows rows={4} columns={1} />
      ) : found.isError ? (
        <ErrorState small onRetry={() => void found.refetch()} />
      ) : found.data.installs.length === 0 ? (
        <EmptyState small title={t('packages.list.empty')} hint={t('packages.import.drop')} />
      ) : (
        <ul className="packages-installs">
          {found.data.installs.map((install) => (
            <Line
              key={install.id}
              install={install}
              onLook={() => setOpen(install.id)}
              onRollBack={() =>
                void rollBack.run({ params: { installId: install.id } }).then(() => setOpen(install.id))
              }
            />
          ))}
        </ul>
      )}
      {open !== undefined && <ImportDialog install={open} onClose={() => setOpen(undefined)} />}
    </Drawer>
  );
}

function Line({ install, onLook, onRollBack }: { install: Install; onLook: () => void; onRollBack: () => void }) {
  const t = useT();
  const locale = useLocale();
  const title = textIn(install.name, locale);
  return (
    <li>
      <span>
        <b>{title}</b> {install.version} <Tag>{t(`packages.state.${install.state}`)}</Tag>
        <small>
          {install.key} <Time at={install.appliedAt ?? install.at} locale={locale} />
        </small>
      </span>
      <Button size="small" onClick={onLook}>
        {t(install.can.apply ? 'packages.list.continue' : 'packages.list.look')}
      </Button>
      {install.can.rollBack && (
        <Popconfirm
          title={t('packages.list.roll_back_title', { title, version: install.version })}
          description={<div className="packages-confirm">{t('packages.list.roll_back_hint')}</div>}
          okText={t('packages.list.roll_back')}
          onConfirm={onRollBack}
        >
          <Button size="small" danger>
            {t('packages.list.roll_back')}
          </Button>
        </Popconfirm>
      )}
    </li>
  );
}
