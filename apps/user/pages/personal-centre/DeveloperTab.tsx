import { developerApi, reasonLimit, type DeveloperAuthorization } from '@formwork/contract/developer/api.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { ErrorState, SkeletonForm } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Modal, Typography } from 'antd';
import { useState, type FormEvent } from 'react';
import { developerTones } from './developer-tones.ts';
import { DeveloperReview } from './DeveloperReview.tsx';

const changed = [developerApi.get, developerApi.list];

/** The way to a token for the API, and for administrators the applications of others. */
export default function DeveloperTab() {
  const t = useT();
  const may = useCan();
  const own = useQuery(q(developerApi.get));
  const [token, setToken] = useState<string>();
  const issue = useCommand(developerApi.issue, { refresh: changed, onDone: (answer) => setToken(answer.token) });
  if (own.error) return <ErrorState onRetry={() => void own.refetch()} />;
  if (!own.data) return <SkeletonForm fields={3} />;
  const { state, tokenEnd, tokenExpiresAt } = own.data;
  const over = tokenExpiresAt !== null && Date.parse(tokenExpiresAt) <= Date.now();
  return (
    <div className="developer">
      <section>
        <p className="my-info-note">{t('personal.developer.about')}</p>
        <Facts authorization={own.data} />
        {state === 'not_applied' && <Apply endpoint="apply" label={t('personal.developer.apply')} />}
        {state === 'rejected' && <Apply endpoint="apply" label={t('personal.developer.apply_again')} />}
        {state === 'approved' && tokenEnd === null && !over && (
          <Button type="primary" loading={issue.pending} onClick={() => void issue.run()}>
            {t('personal.developer.issue')}
          </Button>
        )}
        {state === 'approved' && (tokenEnd !== null || over) && (
          <>
            <p className="my-info-note">{t('personal.developer.reset_hint')}</p>
            <Apply endpoint="reset" label={t('personal.developer.reset')} />
          </>
        )}
      </section>
      {may('developer.application.decide') && <DeveloperReview />}
      {token && <TokenDialog token={token} onClose={() => setToken(undefined)} />}
    </div>
  );
}

function Facts({
  authorization: { state, reason, appliedAt, decidedAt, answer, tokenEnd, tokenUsedAt, tokenExpiresAt },
}: {
  authorization: DeveloperAuthorization;
}) {
  const t = useT();
  const locale = useLocale();
  return (
    <dl className="developer-facts">
      <div>
        <dt>{t('personal.developer.state')}</dt>
        <dd>
          <StateTag tone={developerTones[state]}>{t(`personal.developer.state_${state}`)}</StateTag>
        </dd>
      </div>
      {appliedAt && (
        <div>
          <dt>{t('personal.developer.reason')}</dt>
          <dd>
            {reason}{' '}
            <span className="my-info-note">
              <Time at={appliedAt} locale={locale} />
            </span>
          </dd>
        </div>
      )}
      {decidedAt && (
        <div>
          <dt>{t('personal.developer.decided')}</dt>
          <dd>
            <Time at={decidedAt} locale={locale} /> {answer}
          </dd>
        </div>
      )}
      {tokenEnd && (
        <div>
          <dt>{t('personal.developer.token')}</dt>
          <dd>
            <code>fwt_…{tokenEnd}</code>{' '}
            <span className="my-info-note">
              {tokenUsedAt ? (
                <>
                  {t('personal.developer.used')} <Time at={tokenUsedAt} locale={locale} />
                </>
              ) : (
                t('personal.developer.unused')
              )}
            </span>
          </dd>
        </div>
      )}
      {tokenExpiresAt && (
        <div>
          <dt>{t('personal.developer.until')}</dt>
          <dd>
            <Time at={tokenExpiresAt} locale={locale} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function Apply({ endpoint, label }: { endpoint: 'apply' | 'reset'; label: string }) {
  const t = useT();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const command = useCommand(developerApi[endpoint], { refresh: changed, quiet: true });
  const letters = [...reason.trim()].length;
  const problem =
    letters === 0
      ? t('personal.developer.reason_required')
      : letters >= reasonLimit
        ? t('developer.reason_too_long', { limit: reasonLimit })
        : undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!problem) void command.run({ body: { reason: reason.trim() } });
  };
  return (
    <form className="developer-apply" onSubmit={send} noValidate>
      <FieldRow
        name="reason"
        required
        label={t('personal.developer.reason')}
        help={t('personal.developer.reason_help', { limit: reasonLimit })}
        error={(tried ? problem : undefined) ?? command.errorText}
      >
        {(input) => (
          <Input
            {...input}
            count={{ show: true, max: reasonLimit - 1, strategy: (typed) => [...typed].length }}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </FieldRow>
      <Button type="primary" danger={endpoint === 'reset'} htmlType="submit" loading={command.pending}>
        {label}
      </Button>
    </form>
  );
}

/** Shown this once: a click elsewhere does not close it. */
function TokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useT();
  return (
    <Modal
      open
      title={t('personal.developer.token')}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('personal.developer.token_copied')}
        </Button>
      }
    >
      <p>
        <Typography.Text code copyable>
          {token}
        </Typography.Text>
      </p>
      <p className="my-info-note">
        {t('personal.developer.token_use')} <code>Authorization: Bearer fwt_…</code>
      </p>
      <Alert type="warning" showIcon title={t('personal.developer.token_once')} />
    </Modal>
  );
}
