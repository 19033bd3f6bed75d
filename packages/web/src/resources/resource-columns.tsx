import type { Definition } from '@formwork/contract/definitions/api.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { hasText, useT } from '../i18n/i18n.ts';
import { columnsOf, person, time, title, wide } from '../list/columns-of.tsx';

export const resourceColumns = columnsOf<Definition>()('resources.column', {
  name: wide(title, 260),
  state: { width: 170, cell: (definition) => <DefinitionState of={definition} /> },
  tags: {
    width: 180,
    cell: ({ tags }) =>
      tags.length === 0 ? null : (
        <span className="resource-tags">
          {tags.map((tag) => (
            <StateTag key={tag}>{tag}</StateTag>
          ))}
        </span>
      ),
  },
  savedBy: person,
  savedAt: time,
});

const tones = { draft: 'neutral', released: 'success', changed: 'primary' } as const;

/** Draft, released or changed since; beside it whether it is switched off, and why. */
export function DefinitionState({
  of: { state, released, enabled, offBecause },
}: {
  of: Pick<Definition, 'state' | 'released' | 'enabled' | 'offBecause'>;
}) {
  const t = useT();
  const why = offBecause !== null && hasText(offBecause) ? t(offBecause) : undefined;
  return (
    <span className="resource-tags">
      <StateTag tone={tones[state]}>{t(`resources.state.${state}`, { number: released ?? '' })}</StateTag>
      {!enabled && (
        <span title={why}>
          <StateTag tone="warning">{t('resources.state.off')}</StateTag>
        </span>
      )}
    </span>
  );
}
