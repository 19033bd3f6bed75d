import type { HueName } from '@formwork/contract/hues/hues.ts';
import '../skin/hues.css';
import './option-pill.css';

/** What somebody chose of several, in the same hue wherever it stands. One element, as a list draws hundreds. */
export function OptionPill({
  hue,
  retired,
  children,
}: {
  hue: HueName;
  retired?: boolean | undefined;
  children: string;
}) {
  return (
    <span
      className="fw-option"
      data-hue={hue}
      data-retired={retired || undefined}
      title={children.length > 14 ? children : undefined}
    >
      {children}
    </span>
  );
}
