import { holdApi, type HeldInstallation } from '@formwork/contract/operations/hold.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, Modal } from 'antd';
import { q } from '../http/query.ts';
import { useCommand } from '../http/use-command.ts';
import { useLocale, useT } from '../i18n/i18n.ts';

/** What waits since when, what came back, and the two ways on: of all, or of single enterprises. */
export default function HoldDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { data } = useQuery({ ...q(holdApi.hold), refetchInterval: 5_000 });
  return (
    <Modal
      open
      width={640}
      title={t('held.title')}
      footer={<Button onClick={onClose}>{t('held.later')}</Button>}
      onCancel={onClose}
    >
      <Alert type="warning" showIcon title={t('held.hint')} />
      <p className="fw-muted">{t('held.ways')}</p>
      {!data && <SkeletonRows rows={3} />}
      {data?.held && <HeldPart part={{ ...data.held, waiting: data.waiting }} />}
      {data?.spaces.map((space) => (
        <HeldPart key={space.id} part={space} />
      ))}
      {data && !data.held && data.spaces.length === 0 && <p>{t('held.nothing')}</p>}
    </Modal>
  );
}

type Part = Omit<HeldInstallation['spaces'][number], 'id' | 'name'> & { id?: string; name?: string };

function HeldPart({ part }: { part: Part }) {
  const t = useT();
  const locale = useLocale();
  // the banner and what pages know of the hold come with the page
  const end = useCommand(holdApi.endHold, { onDone: () => window.location.reload() });
  const go = (drop: boolean) => end.run({ body: { drop, ...(part.id !== undefined && { spaceId: part.id }) } });
  return (
    <section>
      {part.name !== undefined && (
        <h3>
          {t('held.space', { name: part.name })} <Time at={part.from} locale={locale} relative={false} />
        </h3>
      )}
      {part.waiting.length === 0 ? (
        <p>{t('held.nothing')}</p>
      ) : (
        <ul>
          {part.waiting.map(({ kind, count, since }) => (
            <li key={kind}>
              {t(`held.waiting.${kind}`, { count })} <Time at={since} locale={locale} relative={false} />
            </li>
          ))}
        </ul>
      )}
      {part.returned.length > 0 && (
        <>
          <h4>{t('held.returned')}</h4>
          <p className="fw-muted">{t('held.returned_hint')}</p>
          <ul>
            {part.returned.map(({ kind, count, names }) => (
              <li key={kind}>
                {names.length === 0 ? (
                  t(`held.returned.${kind}`, { count })
                ) : (
                  <details>
                    <summary>{t(`held.returned.${kind}`, { count })}</summary>
                    {names.join(locale === 'en' ? ', ' : '、')}
                    {count > names.length && ' …'}
                  </details>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {end.errorText !== undefined && <Alert type="error" title={end.errorText} />}
      <Flex gap={8} wrap justify="end">
        {part.waiting.some(({ kind }) => kind !== 'step') && (
          <Button danger disabled={end.pending} onClick={() => go(true)}>
            {t('held.drop')}
          </Button>
        )}
        <Button type="primary" loading={end.pending} onClick={() => go(false)}>
          {t('held.go')}
        </Button>
      </Flex>
    </section>
  );
}
