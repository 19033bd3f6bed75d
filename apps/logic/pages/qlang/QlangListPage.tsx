import { tabsOf } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { ResourcePage, type ResourcePart } from '@formwork/web/resources/ResourcePage.tsx';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { Segmented } from 'antd';
import { rulesAsText, scripts } from '../../rule-resources.ts';

const kinds = ['rules', 'scripts'] as const;

/** Rules as texts, and the scripts that they run: versions, owners, uses. */
export default function QlangListPage() {
  const t = useT();
  const [asked, setOf] = useQueryText('of');
  const elements = useElements('qlangList');
  const { tab: of, tabs } = tabsOf(elements, 'tabs', kinds, asked, (id) => t(`rules.qlang.${id}`));
  const shows = (part: ResourcePart) => elements.shows('tools', part);
  const switcher = tabs.length > 1 && (
    <Segmented
      value={of}
      onChange={(next) => setOf(next === 'scripts' ? next : undefined)}
      options={tabs.map(({ id: value, title: label }) => ({ value, label }))}
    />
  );
  return of === 'scripts' ? (
    <ResourcePage key="scripts" of={scripts} shows={shows} actions={switcher} />
  ) : (
    <ResourcePage key="rules" of={rulesAsText} shows={shows} actions={switcher} />
  );
}
