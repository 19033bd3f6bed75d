import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import type { Draft } from '@formwork/contract/forms/api.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { paths } from '../../../paths.ts';
import type { Selection } from '../form/edits.ts';
import type { DraftEditor } from '../form/use-draft.ts';
import { ReleaseDialog } from './ReleaseDialog.tsx';

interface Props {
  editor: DraftEditor;
  draft: Draft;
  readOnly: boolean;
  appId: string;
  onReleased: () => void;
  onPreview: () => void;
  onSelect: (selection: Selection) => void;
}

/** Where the draft stands, and the way from it to a release. */
export function VersionBar({ editor, draft, readOnly, appId, onReleased, onPreview, onSelect }: Props) {
  const t = useT();
  const router = useRouter();
  const [releasing, setReleasing] = useState(false);
  const open = async () => {
    if (await editor.save()) setReleasing(true);
  };
  return (
    <>
      {!readOnly && (
        <>
          <span className="designer-save-state" data-state={editor.state} role="status">
            {t(`design.save.${editor.state}`)}
          </span>
          <button
            type="button"
            className="fw-icon-button"
            disabled={!editor.undo}
            onClick={editor.undo}
            aria-label={t('design.action.undo')}
            title={t('design.action.undo')}
          >
            <UndoOutlined />
          </button>
          <button
            type="button"
            className="fw-icon-button"
            disabled={!editor.redo}
            onClick={editor.redo}
            aria-label={t('design.action.redo')}
            title={t('design.action.redo')}
          >
            <RedoOutlined />
          </button>
        </>
      )}
      <Button onClick={onPreview}>{t('design.version.preview')}</Button>
      {draft.release !== null && (
        <Button onClick={() => void router.go(paths.app(appId, draft.formId))}>{t('design.action.open_list')}</Button>
      )}
      {!readOnly && (
        <Button type="primary" onClick={() => void open()}>
          {t('design.action.release')}
        </Button>
      )}
      {releasing && (
        <ReleaseDialog
          formId={draft.formId}
          definition={editor.definition}
          onClose={() => setReleasing(false)}
          onReleased={onReleased}
          onSelect={onSelect}
        />
      )}
    </>
  );
}
