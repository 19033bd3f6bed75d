import { StarFilled } from '@ant-design/icons';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { groupName } from '../relations/group-name.ts';
import { Rate } from '@formwork/web/inputs/heavy-inputs.ts';
import { useValueText } from '../ShownText.tsx';

export const ratingUi: FieldUi<'rating'> = { Editor: RatingEditor, Cell: Stars, width: 130 };

function RatingEditor({ field, value, onChange, input, autoFocus }: EditorProps<'rating'>) {
  return (
    <span id={input.id} aria-describedby={input['aria-describedby']}>
      <Rate
        character={({ index = 0 }: { index?: number }) => <StarFilled aria-label={String(index + 1)} />}
        {...groupName(input)}
        count={field.config.max}
        autoFocus={autoFocus ?? false}
        value={Number(value ?? 0)}
        onChange={(stars) => onChange(stars === 0 ? null : stars)}
      />
    </span>
  );
}

/** One element for the stars that are full, one for the rest. */
function Stars({ field, value }: ShownProps<'rating'>) {
  const text = useValueText(field, value);
  const full = Number(value);
  return (
    <span className="fw-stars" role="img" aria-label={text} title={text}>
      {'★'.repeat(full)}
      <i>{'★'.repeat(Math.max(0, field.config.max - full))}</i>
    </span>
  );
}
