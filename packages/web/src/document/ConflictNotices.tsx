import { Alert, Button } from 'antd';
import type { OpenDocument } from '../definitions/use-document.ts';
import { errorText } from '../http/error-text.ts';
import { useT } from '../i18n/i18n.ts';
import { useNames } from '../pickers/names.ts';
import type { PlaceName } from './differences.ts';

/** What working together took from one: values that others replaced, edits whose element is gone, edits that were refused. */
export function ConflictNotices<Body>({ document, placeName }: { document: OpenDocument<Body>; placeName: PlaceName }) {
  const t = useT();
  const { overwritten, lost, refusal, saving, body } = document;
  const nameOf = useNames(
    'people',
    overwritten.map(({ by }) => by),
  );
  const placed = (at: readonly string[]) => placeName(body, at.slice(0, lastElement(at))) ?? at.join(' / ');
  return (
    <>
      {saving === 'stopped' && (
        <Alert
          banner
          type="error"
          title={t('document.stopped_title')}
          description={refusal === undefined ? undefined : errorText(refusal, t)}
          action={<Button onClick={() => keepUnsent(document.unsent())}>{t('document.keep_unsent')}</Button>}
        />
      )}
      {saving !== 'stopped' && refusal !== undefined && (
        <Alert
          banner
          type="warning"
          closable={{ onClose: document.dismiss }}
          title={t('document.refused')}
          description={errorText(refusal, t)}
        />
      )}
      {overwritten.map((one) => (
        <Alert
          key={one.at.join('/')}
          banner
          type="info"
          title={t('document.overwritten', { name: nameOf(one.by) ?? '', place: placed(one.at) })}
          action={<Button onClick={() => document.takeBack(one)}>{t('document.take_back')}</Button>}
        />
      ))}
      {lost.length > 0 && (
        <Alert
          banner
          type="warning"
          closable={{ onClose: document.dismiss }}
          title={t('document.lost', { count: lost.length })}
        />
      )}
    </>
  );
}

function lastElement(at: readonly string[]): number {
  return at.findLastIndex((step) => step.startsWith('#')) + 1;
}

function keepUnsent(ops: readonly unknown[]): void {
  const link = Object.assign(window.document.createElement('a'), {
    href: URL.createObjectURL(new Blob([JSON.stringify(ops, undefined, 2)], { type: 'application/json' })),
    download: 'unsent.json',
  });
  link.click();
  URL.revokeObjectURL(link.href);
}
