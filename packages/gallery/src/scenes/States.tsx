import { SettingOutlined } from '@ant-design/icons';
import { hueNames, huesFor } from '@formwork/contract/hues/hues.ts';
import { FormErrors } from '@formwork/ui/feedback/form-errors.tsx';
import { JobProgress } from '@formwork/ui/feedback/job-progress.tsx';
import { EmptyState, NoPermission, Offline, SkeletonForm, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { AppFace } from '@formwork/ui/format/app-face.tsx';
import { Mark } from '@formwork/ui/format/mark.tsx';
import { FileDrop } from '@formwork/ui/input/file-drop.tsx';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { BulkBar } from '@formwork/ui/list/bulk-bar.tsx';
import { FilterChips } from '@formwork/ui/list/filter-chips.tsx';
import { Button } from 'antd';
import { Panel } from '../Panel.tsx';

const hues = huesFor(false);
const sizes = [16, 20, 24, 32, 40, 48] as const;
const nothing = () => undefined;

/** What stands where there is nothing yet, nothing any more, or nothing for this person; faces, and what narrows a list. */
export default function States() {
  return (
    <div className="gallery-parts">
      <section aria-label="Mark">
        {sizes.map((size) => (
          <Mark key={size} size={size} />
        ))}
      </section>
      <section aria-label="Faces of applications">
        {hueNames.map((hue) => (
          <AppFace key={hue} color={hues[hue].solid} title={hue} size={40} />
        ))}
        {sizes.map((size) => (
          <AppFace key={size} color={hues.teal.solid} icon={<SettingOutlined />} title="Set" size={size} />
        ))}
      </section>
      <section aria-label="Narrowing">
        <SearchInput label="Search for a pump" />
        <FilterChips
          chips={[
            { id: 'a', title: 'State', condition: 'is “in progress”', onEdit: nothing, onRemove: nothing },
            { id: 'b', title: 'Hours', condition: 'more than 8', onRemove: nothing },
          ]}
          onClear={nothing}
        />
        <BulkBar count={3} onClear={nothing}>
          <Button size="small">Delete</Button>
        </BulkBar>
      </section>
      <FormErrors
        errors={[
          { name: 'name', label: 'Name', message: 'Fill this in' },
          { name: 'flow', label: 'Flow', message: 'At most 900' },
        ]}
      />
      <FileDrop onFiles={nothing} accept=".csv" note="One CSV file" />
      <FileDrop onFiles={nothing} small disabled />
      <JobProgress label="Recount" done={12} onCancel={nothing} note="Hall 3" />
      <JobProgress label="Copy" done={120} total={1_000} state="cancelled" />
      <div className="gallery-grid">
        <Panel name="Nothing in a panel">
          <EmptyState small title="No messages" />
        </Panel>
        <Panel name="Not for this person">
          <NoPermission title="Not for you" hint="Ask Li Na, who runs this application" />
        </Panel>
        <Panel name="Offline">
          <Offline onRetry={nothing} />
        </Panel>
        <Panel name="A form on its way">
          <SkeletonForm fields={4} />
        </Panel>
        <Panel name="A page on its way">
          <SkeletonPage />
        </Panel>
      </div>
    </div>
  );
}
