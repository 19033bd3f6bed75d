import type { Use } from '@formwork/contract/forms/uses.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { hasText, useLocale, useT, type Translate } from '../i18n/i18n.ts';
import { addressOfUse } from './use-address.ts';
import './uses.css';

const tones = { refuse: 'error', warn: 'warning', follow: 'info' } as const satisfies Record<Use['how'], string>;
const order: readonly Use['how'][] = ['refuse', 'warn', 'follow'];

/** Who names what is taken away, what each does with it, and the way to it; what refuses comes first. */
export function UseList({
  uses,
  onJump,
  kept = false,
}: {
  uses: readonly Use[];
  onJump?: (() => void) | undefined;
  /** Of the past: nothing is refused any more. */ kept?: boolean;
}) {
  const t = useT();
  const inOrder = kept ? uses : uses.toSorted((a, b) => order.indexOf(a.how) - order.indexOf(b.how));
  return (
    <ul className="fw-uses" aria-label={t('uses.list')}>
      {inOrder.map((use, at) => (
        <UseLine key={at} use={use} onJump={onJump} kept={kept} />
      ))}
    </ul>
  );
}

function UseLine({ use, onJump, kept }: { use: Use; onJump: (() => void) | undefined; kept: boolean }) {
  const t = useT();
  const locale = useLocale();
  const title = textIn(use.title, locale);
  const part = textIn(use.partTitle, locale);
  const address = addressOfUse(use);
  const name =
    use.kind === 'ownView'
      ? t('uses.own_views', { count: use.count ?? 1 })
      : use.kind === 'process'
        ? t('uses.processes', { count: use.count ?? 1, form: title })
        : part === '' || part === title
          ? title
          : `${title} · ${part}`;
  return (
    <li data-plain={kept || undefined}>
      {!kept && <StateTag tone={tones[use.how]}>{t(`uses.how.${use.how}`)}</StateTag>}
      <span>
        <b>{kindOf(use, t)}</b>{' '}
        {address === undefined ? (
          name
        ) : (
          <Link href={address} {...(onJump && { onClick: onJump })}>
            {name}
          </Link>
        )}
        {use.state !== 'released' && use.kind !== 'process' && <small> {t(`uses.state.${use.state}`)}</small>}
        {use.kind !== 'process' && (
          <span className="fw-use-what">{t(`uses.place.${use.place}`, { what: textIn(use.what, locale) })}</span>
        )}
      </span>
    </li>
  );
}

/** A chart is called one; kinds that have no word here are other content. */
function kindOf({ kind, definition = '' }: Use, t: Translate): string {
  return hasText(`uses.definition.${definition}`) ? t(`uses.definition.${definition}`) : t(`uses.kind.${kind}`);
}
