import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { App, Button, Drawer, Select } from 'antd';
import { useState } from 'react';
import type { OpenDocument } from '../definitions/use-document.ts';
import { call } from '../http/call.ts';
import { keyOf, q } from '../http/query.ts';
import { Unread } from '../http/Unread.tsx';
import { useLocale, useT } from '../i18n/i18n.ts';
import { PersonName } from '../list/PersonName.tsx';
import { DifferenceList } from './DifferenceList.tsx';
import { differences, type PlaceName } from './differences.ts';

interface Props<Body> {
  document: OpenDocument<Body>;
  placeName: PlaceName;
  /** Where a release is shown as it is drawn. */
  hrefOf: ((number: number) => string) | undefined;
  onClose: () => void;
}

/** Earlier releases, each compared with another one or the draft, and the way back to it: its body becomes the draft. */
export function ReleasesDrawer<Body>({ document, placeName, hrefOf, onClose }: Props<Body>) {
  const t = useT();
  const locale = useLocale();
  const [chosen, setChosen] = useState<number>();
  const { kind, id, released } = document.definition;
  const params = { kind, id };
  const reading = useInfiniteQuery({
    queryKey: [...keyOf(definitionsApi.releases, { params }), released],
    queryFn: ({ pageParam }) =>
      call(definitionsApi.releases, { params, query: pageParam === undefined ? {} : { before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ releases }) => ((releases.at(-1)?.number ?? 1) > 1 ? releases.at(-1)?.number : undefined),
  });
  const releases = reading.data?.pages.flatMap((page) => page.releases);
  return (
    <Drawer open size={560} title={t('document.releases')} onClose={onClose}>
      {!releases ? (
        <Unread of={[reading]} small skeleton={<SkeletonRows rows={5} columns={3} />} />
      ) : releases.length === 0 ? (
        <EmptyState small title={t('document.no_releases')} />
      ) : (
        <ul className="document-releases">
          {releases.map(({ number, note, releasedBy, releasedAt }) => (
            <li key={number}>
              <button
                type="button"
                aria-expanded={chosen === number}
                onClick={() => setChosen(chosen === number ? undefined : number)}
              >
                <b>{t('document.release_number', { number })}</b>
                <PersonName id={releasedBy} />
                <Time at={releasedAt} locale={locale} />
                {note !== '' && <span className="document-release-note">{note}</span>}
              </button>
              {chosen === number && (
                <Comparison
                  document={document}
                  placeName={placeName}
                  hrefOf={hrefOf}
                  number={number}
                  others={releases.map((release) => release.number).filter((other) => other !== number)}
                  onClose={onClose}
                />
              )}
            </li>
          ))}
          {reading.hasNextPage && (
            <Button loading={reading.isFetchingNextPage} onClick={() => void reading.fetchNextPage()}>
              {t('document.earlier')}
            </Button>
          )}
        </ul>
      )}
    </Drawer>
  );
}

const draft = 'draft';

function Comparison<Body>({
  document,
  placeName,
  hrefOf,
  number,
  others,
  onClose,
}: Props<Body> & { number: number; others: readonly number[] }) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const [against, setAgainst] = useState<number | typeof draft>(others.find((other) => other < number) ?? draft);
  const { kind, id } = document.definition;
  const release = useQuery(q(definitionsApi.getRelease, { params: { kind, id, number } }));
  const other = useQuery({
    ...q(definitionsApi.getRelease, { params: { kind, id, number: against === draft ? 0 : against } }),
    enabled: against !== draft,
  });
  const before = against === draft ? document.body : other.data?.body;
  const goBack = () =>
    void modal.confirm({
      title: t('document.go_back_title', { number }),
      content: t('document.go_back_hint'),
      okText: t('document.go_back'),
      onOk: () => {
        document.edit(() => release.data!.body as Body);
        onClose();
      },
    });
  return (
    <div className="document-comparison">
      <span>
        {t('document.compared_with')}{' '}
        <Select
          aria-label={t('document.compared_with')}
          value={against}
          onChange={setAgainst}
          options={[
            { value: draft, label: t('document.draft') },
            ...others.map((value) => ({ value, label: t('document.release_number', { number: value }) })),
          ]}
        />
      </span>
      {release.data && before !== undefined ? (
        <DifferenceList of={differences(before, release.data.body, locale, placeName)} />
      ) : (
        <Unread
          of={against === draft ? [release] : [release, other]}
          small
          skeleton={<SkeletonRows rows={3} columns={2} />}
        />
      )}
      <div className="document-release-ways">
        {hrefOf && <Link href={hrefOf(number)}>{t('document.release_open')}</Link>}
        {release.data && !document.readOnly && <Button onClick={goBack}>{t('document.go_back')}</Button>}
      </div>
    </div>
  );
}
