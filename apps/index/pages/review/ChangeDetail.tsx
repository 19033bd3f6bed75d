import { KeyOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { reviewApi, type RightsChange } from '@formwork/contract/review/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import type { CallResponse } from '@formwork/web/http/call.ts';
import { refresh as refreshReadings } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { hasText, useT } from '@formwork/web/i18n/i18n.ts';
import { PasswordDialog } from '@formwork/web/session/PasswordDialog.tsx';
import { useMe } from '@formwork/web/session/session.ts';
import { App, Button, Drawer, Input } from 'antd';
import { useState } from 'react';
import { actionText } from './action-text.ts';
import { ValueTree } from './ValueTree.tsx';

interface Props {
  change: RightsChange | undefined;
  names: Record<string, string>;
  onClose: () => void;
}

/** Its outcome and the lines it refused are where it was begun. */
const startedImport = `${organizationApi.startPeopleImport.method} ${organizationApi.startPeopleImport.path}`;
const refresh = [reviewApi.listChanges, reviewApi.getSeparation];

/** One change, before and after, with what the reader may do about it. */
export function ChangeDetail({ change, names, onClose }: Props) {
  const t = useT();
  return (
    <Drawer
      open={change !== undefined}
      onClose={onClose}
      size={560}
      title={change && actionText(change.action, t)}
      destroyOnHidden
      footer={change && <Decision key={change.id} change={change} onDone={onClose} />}
    >
      {change && (
        <div className="review-detail">
          <dl>
            <div>
              <dt>{t('review.list.subject')}</dt>
              <dd>{change.subject || '–'}</dd>
            </div>
            <div>
              <dt>{t('review.list.prepared_by')}</dt>
              <dd>{names[change.preparedBy] ?? '–'}</dd>
            </div>
            {change.decidedBy !== null && (
              <div>
                <dt>{t('review.list.decided_by')}</dt>
                <dd>{names[change.decidedBy] ?? '–'}</dd>
              </div>
            )}
            {change.reason !== '' && (
              <div>
                <dt>{t('review.list.reason')}</dt>
                <dd>{change.reason}</dd>
              </div>
            )}
            {change.failure !== null && (
              <div>
                <dt>{t('review.list.failure')}</dt>
                <dd>{hasText(change.failure) ? t(change.failure) : change.failure}</dd>
              </div>
            )}
          </dl>
          {change.before !== null && (
            <>
              <h3>{t('review.detail.before')}</h3>
              <ValueTree value={change.before} names={names} against={change.after} />
            </>
          )}
          {change.after !== null && (
            <>
              <h3>{t('review.detail.after')}</h3>
              <ValueTree value={change.after} names={names} against={change.before} added />
            </>
          )}
        </div>
      )}
    </Drawer>
  );
}

function Decision({
  change: { id, can, action, state, preparedBy, params: path },
  onDone,
}: {
  change: RightsChange;
  onDone: () => void;
}) {
  const t = useT();
  const { message } = App.useApp();
  const me = useMe();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  // it stays on the page when the list is read again meanwhile
  const [opened, setOpened] = useState(false);
  const params = { changeId: id };
  const release = useCommand(reviewApi.release, {
    refresh,
    onDone: (change) => {
      onDone();
      if (change.state === 'failed') void message.warning(t('review.detail.failed_note'));
    },
  });
  const reject = useCommand(reviewApi.reject, { refresh, onDone });
  const withdraw = useCommand(reviewApi.withdraw, { refresh, onDone });
  if (can.decide) {
    return (
      <div className="review-decision">
        <Input.TextArea
          value={reason}
          maxLength={200}
          autoSize={{ minRows: 1, maxRows: 4 }}
          status={missing ? 'error' : ''}
          placeholder={t('review.detail.reason')}
          aria-label={t('review.detail.reason')}
          onChange={(event) => {
            setReason(event.target.value);
            setMissing(false);
          }}
        />
        {missing && (
          <span role="alert" className="review-missing">
            {t('review.detail.reason_required')}
          </span>
        )}
        <Button
          danger
          loading={reject.pending}
          onClick={() => (reason.trim() === '' ? setMissing(true) : void reject.run({ params, body: { reason } }))}
        >
          {t('review.detail.reject')}
        </Button>
        <Button type="primary" loading={release.pending} onClick={() => void release.run({ params, body: { reason } })}>
          {t('review.detail.release')}
        </Button>
      </div>
    );
  }
  if (can.openPassword || opened) return <NewPassword changeId={id} onOpened={() => setOpened(true)} />;
  if (action === startedImport && state === 'released' && preparedBy === me.id)
    return (
      <Link href={`${pathTo('organization')}?import=${path.importId ?? ''}`}>{t('review.detail.open_import')}</Link>
    );
  return can.withdraw ? (
    <Button danger loading={withdraw.pending} onClick={() => void withdraw.run({ params })}>
      {t('review.detail.withdraw')}
    </Button>
  ) : null;
}

/** Of the account that the change made: shown this once. */
function NewPassword({ changeId, onOpened }: { changeId: string; onOpened: () => void }) {
  const t = useT();
  const [shown, setShown] = useState<CallResponse<typeof reviewApi.openPassword>>();
  const open = useCommand(reviewApi.openPassword, {
    onDone: (password) => {
      onOpened();
      setShown(password);
    },
  });
  return (
    <>
      <Button
        type="primary"
        icon={<KeyOutlined />}
        disabled={shown !== undefined}
        loading={open.pending}
        onClick={() => void open.run({ params: { changeId } })}
      >
        {t('review.detail.open_password')}
      </Button>
      {shown && (
        <PasswordDialog
          {...shown}
          onClose={() => {
            setShown(undefined);
            void refreshReadings(...refresh);
          }}
        />
      )}
    </>
  );
}
