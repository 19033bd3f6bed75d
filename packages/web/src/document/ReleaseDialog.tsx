import { definitionsApi, type DefinitionUses } from '@formwork/contract/definitions/api.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Input, Modal } from 'antd';
import { useState } from 'react';
import type { OpenDocument } from '../definitions/use-document.ts';
import { q } from '../http/query.ts';
import { Unread } from '../http/Unread.tsx';
import { useLocale, useT } from '../i18n/i18n.ts';
import { Behind } from '../resources/Behind.tsx';
import { UseLines } from '../resources/Uses.tsx';
import { DifferenceList } from './DifferenceList.tsx';
import { differences, type PlaceName } from './differences.ts';
import type { PlacedProblem } from './DocumentPage.tsx';

const longestNote = 2_000;

/** What is about to be in force: its note, what is different from what is, what stands in the way, who would miss what goes. */
export function ReleaseDialog<Body>({
  document,
  problems,
  placeName,
  onClose,
}: {
  document: OpenDocument<Body>;
  problems: readonly PlacedProblem[];
  placeName: PlaceName;
  onClose: () => void;
}) {
  const t = useT();
  const { message } = App.useApp();
  const [note, setNote] = useState('');
  const { definition, releasing } = document;
  const { error } = releasing;
  const asks = error?.code === 'definitions.release.asks';
  const uses =
    asks || error?.code === 'definitions.release.in_use' ? (error?.data as unknown as DefinitionUses) : undefined;
  const errors = problems.filter(({ level }) => level === 'error');
  const close = () => {
    releasing.reset();
    onClose();
  };
  const release = async () => {
    const released = await document.release({
      ...(note.trim() !== '' && { note: note.trim() }),
      ...(asks && { accept: true }),
    });
    if (!released) return;
    void message.success(t('document.released', { number: released.released ?? '' }));
    onClose();
  };
  return (
    <Modal
      open
      width={640}
      title={t('document.release_title', { number: (definition.released ?? 0) + 1 })}
      okText={t(asks ? 'document.release_anyway' : 'document.release')}
      okButtonProps={{ disabled: errors.length > 0, danger: asks }}
      confirmLoading={releasing.pending}
      onOk={() => void release()}
      onCancel={close}
    >
      {errors.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={t('document.problems_first', { count: errors.length })}
          description={
            <ul className="document-problems">
              {errors.slice(0, 10).map((problem) => (
                <li key={problem.id}>
                  {problem.message}
                  {problem.where && <small> {problem.where}</small>}
                </li>
              ))}
            </ul>
          }
        />
      )}
      {error && (
        <Alert
          type={asks ? 'warning' : 'error'}
          showIcon
          title={releasing.errorText}
          description={uses && <UseLines {...uses} />}
        />
      )}
      <label className="document-note">
        {t('document.note')}
        <Input.TextArea
          autoFocus
          value={note}
          maxLength={longestNote}
          autoSize={{ minRows: 2, maxRows: 6 }}
          placeholder={t('document.note_hint')}
          onChange={(event) => setNote(event.target.value)}
        />
      </label>
      <h3 className="document-heading">{t('document.differences')}</h3>
      <SinceRelease document={document} placeName={placeName} />
      {definition.released !== null && <Behind kind={definition.kind} id={definition.id} />}
    </Modal>
  );
}

/** What the draft differs in from the release in force. */
function SinceRelease<Body>({ document, placeName }: { document: OpenDocument<Body>; placeName: PlaceName }) {
  const t = useT();
  const locale = useLocale();
  const { definition, body } = document;
  const { kind, id, released } = definition;
  const reading = useQuery({
    ...q(definitionsApi.getRelease, { params: { kind, id, number: released ?? 0 } }),
    enabled: released !== null,
  });
  if (released === null) return <p>{t('document.first_release')}</p>;
  if (!reading.data) return <Unread of={[reading]} small skeleton={<SkeletonRows rows={3} columns={2} />} />;
  return <DifferenceList of={differences(reading.data.body, body, locale, placeName)} />;
}
