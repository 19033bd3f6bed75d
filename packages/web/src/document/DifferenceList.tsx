import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { useT } from '../i18n/i18n.ts';
import type { Difference } from './differences.ts';

const tones = { added: 'success', removed: 'error', changed: 'primary', moved: 'neutral' } as const;
/** A page of a release is read, not studied. */
const mostListed = 200;

export function DifferenceList({ of }: { of: readonly Difference[] }) {
  const t = useT();
  if (of.length === 0) return <EmptyState small title={t('document.no_differences')} />;
  return (
    <ul className="document-differences" aria-label={t('document.differences')}>
      {of.slice(0, mostListed).map(({ what, at, name }) => (
        <li key={at.join('/')}>
          <StateTag tone={tones[what]}>{t(`document.what.${what}`)}</StateTag>
          <span>{name}</span>
        </li>
      ))}
      {of.length > mostListed && <li>{t('document.more_differences', { count: of.length - mostListed })}</li>}
    </ul>
  );
}
