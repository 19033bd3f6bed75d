import { optionLabel, type Option } from '@formwork/contract/forms/field-types/single-select.ts';
import type { HueName } from '@formwork/contract/hues/hues.ts';
import { coloursOf, hueOfColour } from '@formwork/contract/hues/option-colours.ts';
import { textIn } from '@formwork/contract/text.ts';
import { OptionPill } from '@formwork/ui/format/option-pill.tsx';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { typedIds } from '../typed-text.ts';

interface OptionLook {
  label: string;
  hue: HueName;
  retired: boolean;
}

/** How the options of a field are drawn, worked out once for a list of them: cells ask a thousand times. */
export function optionLooks(options: readonly Option[], locale: string): ReadonlyMap<string, OptionLook> {
  const known = looks.get(options) ?? new Map<string, ReadonlyMap<string, OptionLook>>();
  const found = known.get(locale);
  if (found) return found;
  const colours = coloursOf(options);
  const made = new Map(
    options.map(({ id, label, retired = false }, at) => [
      id,
      { label: textIn(label, locale), hue: hueOfColour(colours[at]!), retired },
    ]),
  );
  looks.set(options, known.set(locale, made));
  return made;
}

const looks = new WeakMap<readonly Option[], Map<string, ReadonlyMap<string, OptionLook>>>();

/** A chosen option as a tag of its hue. */
export function OptionTag({ id, options }: { id: string; options: readonly Option[] }) {
  const locale = useLocale();
  const look = optionLooks(options, locale).get(id);
  return (
    <OptionPill hue={look?.hue ?? 'grey'} retired={!look || look.retired}>
      {look?.label ?? optionLabel(id, options, locale)}
    </OptionPill>
  );
}

/** Several chosen options beside each other; in a cell only those that fit whole, all of them in the tip. */
export function OptionTags({
  value,
  options,
  wrapped = false,
}: {
  value: unknown;
  options: readonly Option[];
  wrapped?: boolean;
}) {
  const locale = useLocale();
  const chosen = typedIds(value);
  const all = chosen.map((id) => optionLabel(id, options, locale)).join(locale === 'zh-CN' ? '、' : ', ');
  return (
    <span className="fw-options" data-all={wrapped || undefined} title={wrapped || chosen.length < 2 ? undefined : all}>
      {chosen.map((id) => (
        <OptionTag key={id} id={id} options={options} />
      ))}
    </span>
  );
}

/** What may be chosen: retired options only where they stand already. */
export function offered(options: readonly Option[], chosen: readonly string[]): Option[] {
  return options.filter(({ id, retired }) => !retired || chosen.includes(id));
}
