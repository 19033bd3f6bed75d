import { formsApi, type Release, type VersionName } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useNames } from '@formwork/web/pickers/names.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { UseList } from '@formwork/web/uses/UseList.tsx';
import { App, Button } from 'antd';
import { useState } from 'react';
import type { DraftEditor } from '../form/use-draft.ts';
import { ChangeList } from './ChangeList.tsx';
import { VersionCompare } from './VersionCompare.tsx';

interface Props {
  formId: string;
  definition: FormDefinition;
  editor: DraftEditor;
  readOnly: boolean;
  /** The draft is another one now. */
  onRestored: () => void;
  onPreview: (version: VersionName) => void;
}

/** Every release, who made it, and what it changed; any two can be compared, and an earlier one taken up again. */
export function ReleaseList({ formId, definition, editor, readOnly, onRestored, onPreview }: Props) {
  const t = useT();
  const locale = useLocale();
  const { modal, message } = App.useApp();
  const { data, isPending, isError, refetch } = useQuery(q(formsApi.listReleases, { params: { formId } }));
  const nameOf = useNames('people', data?.releases.map(({ releasedBy }) => releasedBy) ?? []);
  const [compared, setCompared] = useState<{ from: VersionName; to: VersionName }>();
  const restore = useCommand(formsApi.restoreRelease, {
    onDone: () => {
      void message.success(t('design.version.restored'));
      onRestored();
    },
  });
  if (isPending) return <SkeletonRows rows={4} columns={2} />;
  if (isError) return <ErrorState onRetry={() => void refetch()} />;
  if (data.releases.length === 0)
    return <EmptyState title={t('design.release.empty')} hint={t('design.release.empty_hint')} />;

  const askToRestore = ({ number }: Release) =>
    modal.confirm({
      title: t('design.version.restore_title', { number }),
      content: t('design.version.restore_hint'),
      okText: t('design.version.restore'),
      onOk: async () => {
        if (await editor.save())
          await restore.run({ params: { formId, number }, body: { expectedVersion: editor.current() } });
      },
    });
  return (
    <div className="release-page">
      {compared && (
        <VersionCompare
          formId={formId}
          releases={data.releases.map(({ number }) => number)}
          {...compared}
          onChange={(from, to) => setCompared({ from, to })}
        />
      )}
      <ol className="release-list">
        {data.releases.map((release) => (
          <li key={release.number}>
            <header>
              <span>
                <b>{t('design.release.number', { number: release.number })}</b> {nameOf(release.releasedBy)}{' '}
                <Time at={release.releasedAt} locale={locale} />
              </span>
              <span>
                <Button size="small" type="text" onClick={() => onPreview(release.number)}>
                  {t('design.version.preview')}
                </Button>
                <Button size="small" type="text" onClick={() => setCompared({ from: release.number, to: 'draft' })}>
                  {t('design.version.compare')}
                </Button>
                {!readOnly && (
                  <Button size="small" type="text" onClick={() => void askToRestore(release)}>
                    {t('design.version.restore')}
                  </Button>
                )}
              </span>
            </header>
            {release.note && <p>{release.note}</p>}
            {release.uses.length > 0 && (
              <details>
                <summary>{t('uses.kept', { count: release.uses.length })}</summary>
                <UseList kept uses={release.uses} />
              </details>
            )}
            <ChangeList changes={release.changes} definition={definition} />
          </li>
        ))}
      </ol>
    </div>
  );
}
