import { optionLabel, type Option } from '@formwork/contract/forms/field-types/single-select.ts';
import { StateTag } from '@formwork/ui/state-tag.tsx';
import { useLocale } from '../i18n/i18n.ts';
import { typedIds } from './typed-text.ts';

/** The skin's hues by the names that options keep. */
const hueOfColor: Record<NonNullable<Option['color']>, number | undefined> = {
  default: undefined, blue: 0, orange: 1, green: 2, magenta: 3, gold: 4, cyan: 5, red: 6, purple: 7, lime: 8,
};

/** A chosen option as a tag of its colour; one without a colour is plain text. */
export function OptionTag({ id, options }: { id: string; options: readonly Option[] }) {
  const locale = useLocale();
  const option = options.find((candidate) => candidate.id === id);
  const label = optionLabel(id, options, locale);
  if (!option?.color) return <span className="fw-list-cell-text">{label}</span>;
  return <StateTag hue={hueOfColor[option.color]}><span className="fw-list-cell-text">{label}</span></StateTag>;
}

/** Several chosen options beside each other; without colours they are a text. */
export function OptionTags({ value, options, wrapped = false }: { value: unknown; options: readonly Option[]; wrapped?: boolean }) {
  const locale = useLocale();
  const chosen = typedIds(value);
  if (!options.some(({ id, color }) => color && chosen.includes(id))) {
    const text = chosen.map((id) => optionLabel(id, options, locale)).join(locale === 'zh-CN' ? '、' : ', ');
    return <span className={wrapped ? 'fw-value-text' : 'fw-list-cell-text'} title={wrapped ? undefined : text}>{text}</span>;
  }
  const tags = <span className="fw-tags">{chosen.map((id) => <OptionTag key={id} id={id} options={options} />)}</span>;
  return wrapped ? <span className="fw-tags-wrapped">{tags}</span> : tags;
}

/** What may be chosen: retired options only where they stand already. */
export function offered(options: readonly Option[], chosen: readonly string[]): Option[] {
  return options.filter(({ id, retired }) => !retired || chosen.includes(id));
}
