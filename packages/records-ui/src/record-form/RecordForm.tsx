import { isComputed } from '@formwork/contract/forms/field.ts';
import { layoutBlocks } from '@formwork/contract/forms/layout-blocks.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { FormErrors, jumpToField, showField } from '@formwork/ui/feedback/form-errors.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { Alert, Button } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { RecordContextProvider } from '../fields/record-context.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { ConflictView } from './conflicts/ConflictView.tsx';
import { labelledErrors } from './error-labels.ts';
import './record-form.css';
import { SectionView } from './SectionView.tsx';
import { SimilarView } from './SimilarView.tsx';
import { TabsView } from './TabsView.tsx';
import { wantedAt, WantedContext, type Wanted } from './wanted.ts';
import type { RecordFormModel } from './use-record-form.ts';

export interface RecordFormProps {
  form: RecordFormModel;
  /** Shows the record as it is read, whatever the rights. */
  readOnly?: boolean;
  /** Nothing is saved, and the form may not be released yet: what its records hold is not asked for. */
  trial?: boolean;
  /** The person has decided between both versions of a conflict, and that is saved. */
  onSaved?: (saved: FormRecord) => void;
}

/** A record in the layout of its form. */
export function RecordForm({ form, readOnly: asked = false, trial = false, onSaved }: RecordFormProps) {
  const t = useT();
  const readOnly = asked || nothingToEnter(form);
  const locale = useLocale();
  const [wanted, setWanted] = useState<Wanted>();
  const blocks = useMemo(() => layoutBlocks(form.definition), [form.definition]);
  const errors = labelledErrors(form.definition, form.errors, locale, t);
  useEffect(() => {
    if (!wanted) return;
    // a tab that has just been opened shows what is in it a moment later
    const frame = requestAnimationFrame(() => (wanted.cell ? showField : jumpToField)(wanted.name));
    return () => cancelAnimationFrame(frame);
  }, [wanted]);
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (form.answered === 0) return;
    // the button that saves stays in sight however long the form is, and what it answers would not
    answer.current?.scrollIntoView({ block: 'start' });
    answer.current?.focus({ preventScroll: true });
  }, [form.answered]);
  const context = useMemo(
    () => ({
      formId: form.formId,
      recordId: form.recordId,
      values: form.calculated.record.values,
      onUnfinished: form.setUnfinished,
      trial,
    }),
    [trial, form.formId, form.recordId, form.calculated, form.setUnfinished],
  );
  return (
    <RecordContextProvider value={context}>
      <div className="fw-record" data-reading={readOnly || undefined} data-mostly-read={mostlyRead(form) || undefined}>
        {form.restoredAt && form.changed && (
          <Alert
            type="info"
            showIcon
            title={
              <>
                {t('records.draft.restored')} <Time at={form.restoredAt} locale={locale} />
              </>
            }
            action={
              <Button size="small" onClick={form.discard}>
                {t('records.draft.discard')}
              </Button>
            }
          />
        )}
        {form.outdated && !form.conflict && <Alert type="warning" showIcon title={t('records.conflict.outdated')} />}
        <div ref={answer} className="fw-record-answer" tabIndex={-1}>
          {form.failure && <Alert type="error" showIcon title={form.failure} role="alert" />}
          {form.conflict && <ConflictView form={form} conflict={form.conflict} onSaved={onSaved} />}
          {form.similar && <SimilarView form={form} found={form.similar} onSaved={onSaved} />}
          {form.attempted && !readOnly && <FormErrors errors={errors} onJump={(path) => setWanted(wantedAt(path))} />}
        </div>
        <WantedContext value={wanted}>
          {blocks.map((block) =>
            block.kind === 'section' ? (
              <SectionView
                key={block.section.id}
                section={block.section}
                form={form}
                readOnly={readOnly}
                wanted={wanted}
              />
            ) : (
              <TabsView
                key={block.group.id}
                group={block.group}
                sections={block.sections}
                form={form}
                readOnly={readOnly}
                wanted={wanted}
              />
            ),
          )}
        </WantedContext>
      </div>
    </RecordContextProvider>
  );
}

/** Where a step may change less than half, what is worked out is read like the rest. */
function mostlyRead({ definition, stateOf }: RecordFormModel): boolean {
  const open = definition.fields.filter((field) => !isComputed(field) && !stateOf(field).readOnly);
  return open.length * 2 < definition.fields.length;
}

/** A step that may change nothing is read like a record: inputs that take nothing in would only be in the way. */
function nothingToEnter({ definition, rights, stateOf }: RecordFormModel): boolean {
  return (
    definition.fields.every((field) => isComputed(field) || stateOf(field).readOnly) &&
    definition.tables.every(({ id }) => rights.table(id).access !== 'edit')
  );
}
