import { ExclamationCircleFilled } from '@ant-design/icons';
import type { Section } from '@formwork/contract/forms/definition.ts';
import type { TabGroup } from '@formwork/contract/forms/layout-parts.ts';
import { textIn } from '@formwork/contract/text.ts';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { Button, Steps, Tabs } from 'antd';
import { useState } from 'react';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { errorsIn, holds, SectionView, shownItems } from './SectionView.tsx';
import type { RecordFormModel } from './use-record-form.ts';
import type { Wanted } from './wanted.ts';

interface Props {
  group: TabGroup;
  sections: Section[];
  form: RecordFormModel;
  readOnly: boolean;
  wanted: Wanted | undefined;
}

/** Sections of which one is shown at a time; a tab tells how many errors it hides. */
export function TabsView({ group, sections, form, readOnly, wanted }: Props) {
  const t = useT();
  const locale = useLocale();
  const phone = usePhone();
  const tabs = form.layout.hides(group.id)
    ? []
    : sections
        .filter((section) => shownItems(section, form).length > 0)
        .map((section, at) => ({
          section,
          title: textIn(section.title, locale) || t('records.form.tab', { number: at + 1 }),
          errors: errorsIn(section, form),
        }));
  const [chosen, setChosen] = useState<string>();
  const active = tabs.find(({ section }) => section.id === chosen) ?? tabs[0];
  useOpened({ tabs, active, wanted, open: setChosen });
  if (!active) return null;

  const panel = (section: Section) => (
    <SectionView section={section} form={form} readOnly={readOnly} wanted={wanted} inTab />
  );
  const at = tabs.indexOf(active);
  if (group.style === 'steps') {
    const leave = (to: number) => {
      // what was left empty in this step is said now, not at the end
      for (const item of active.section.items) if (item.kind === 'field') form.touch(item.field);
      setChosen(tabs[to]!.section.id);
    };
    return (
      <div className="fw-record-steps">
        <Steps
          size="small"
          current={at}
          onChange={leave}
          responsive={false}
          orientation={phone ? 'vertical' : 'horizontal'}
          items={tabs.map(({ title, errors }, place) => ({
            title,
            status: errors > 0 ? 'error' : place < at ? 'finish' : place === at ? 'process' : 'wait',
            ...(errors > 0 && { content: t('records.form.tab_errors', { count: errors }) }),
          }))}
        />
        {panel(active.section)}
        {tabs.length > 1 && (
          <div className="fw-record-steps-foot">
            <Button disabled={at === 0} onClick={() => leave(at - 1)}>
              {t('records.form.previous_step')}
            </Button>
            <Button disabled={at === tabs.length - 1} onClick={() => leave(at + 1)}>
              {t('records.form.next_step')}
            </Button>
          </div>
        )}
      </div>
    );
  }
  return (
    <Tabs
      className="fw-record-tabs"
      activeKey={active.section.id}
      onChange={setChosen}
      tabPlacement={group.style === 'vertical' && !phone ? 'start' : 'top'}
      items={tabs.map(({ section, title, errors }) => ({
        key: section.id,
        label:
          errors > 0 ? (
            <span className="fw-record-tab-wrong">
              {title} <ExclamationCircleFilled aria-label={t('records.form.tab_errors', { count: errors })} /> {errors}
            </span>
          ) : (
            title
          ),
        children: panel(section),
      }))}
    />
  );
}

interface Tab {
  section: Section;
  errors: number;
}

/** Opens the tab with what somebody looks for, and when errors come up that are all elsewhere, the first of those. */
function useOpened({
  tabs,
  active,
  wanted,
  open,
}: {
  tabs: Tab[];
  active: Tab | undefined;
  wanted: Wanted | undefined;
  open: (section: string) => void;
}): void {
  const wrong = tabs.reduce((sum, { errors }) => sum + errors, 0);
  const [seen, setSeen] = useState({ wanted, wrong });
  if (seen.wanted === wanted && seen.wrong === wrong) return;
  setSeen({ wanted, wrong });
  const asked = wanted !== seen.wanted && wanted ? tabs.find(({ section }) => holds(section, wanted.name)) : undefined;
  const first = seen.wrong === 0 && active?.errors === 0 ? tabs.find(({ errors }) => errors > 0) : undefined;
  const next = asked ?? first;
  if (next) open(next.section.id);
}
