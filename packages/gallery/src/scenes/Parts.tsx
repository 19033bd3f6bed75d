import { DownloadOutlined, PlusOutlined } from '@ant-design/icons';
import { hueNames } from '@formwork/contract/hues/hues.ts';
import { JobProgress } from '@formwork/ui/feedback/job-progress.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { StateTag, type StateTone } from '@formwork/ui/feedback/state-tag.tsx';
import { Steps } from '@formwork/ui/feedback/steps.tsx';
import { Timeline } from '@formwork/ui/feedback/timeline.tsx';
import { Avatar, People, Person } from '@formwork/ui/format/avatar.tsx';
import { OptionPill } from '@formwork/ui/format/option-pill.tsx';
import { ClockTime, Time } from '@formwork/ui/format/time.tsx';
import { FieldGrid, FieldRow } from '@formwork/ui/input/field-row.tsx';
import { Button, Input } from 'antd';
import { localeAsked } from '../address.ts';

const tones: readonly StateTone[] = ['neutral', 'primary', 'info', 'success', 'warning', 'error'];
const people = ['Li Na', '王强', '张伟', 'Sun Qi', '审计员', 'Anna'].map((name) => ({ name }));
const stages = ['file', 'columns', 'result'].map((id) => ({ id, title: id }));
const moments = ['2026-01-05T06:30:00Z', '2025-11-23T06:20:00Z'];

/** The small parts: hues and tones, faces, times, inputs with and without an error, what stands where nothing is. */
export default function Parts() {
  const locale = localeAsked();
  return (
    <div className="gallery-parts">
      <section aria-label="Hues">
        {hueNames.map((hue) => (
          <OptionPill key={hue} hue={hue}>
            {hue}
          </OptionPill>
        ))}
        <OptionPill hue="blue" retired>
          retired
        </OptionPill>
      </section>
      <section aria-label="Solids">
        {hueNames.map((hue) => (
          <i key={hue} className="gallery-solid" data-hue={hue} title={hue} />
        ))}
      </section>
      <section aria-label="Tones">
        {tones.map((tone) => (
          <StateTag key={tone} tone={tone}>
            {tone}
          </StateTag>
        ))}
      </section>
      <section aria-label="Faces">
        {people.map(({ name }) => (
          <Avatar key={name} name={name} size={28} />
        ))}
        <Person name="Li Na" note="Maintenance" />
        <People people={people} />
      </section>
      <section aria-label="Times">
        {moments.map((at) => (
          <span key={at}>
            <Time at={at} locale={locale} /> · <ClockTime at={at} locale={locale} />
          </span>
        ))}
      </section>
      <section aria-label="Buttons">
        <Button type="primary" icon={<PlusOutlined />}>
          Primary
        </Button>
        <Button>Default</Button>
        <Button danger>Danger</Button>
        <Button type="text" icon={<DownloadOutlined />}>
          Text
        </Button>
        <Button type="primary" disabled>
          Off
        </Button>
        <Button type="primary" loading>
          Busy
        </Button>
        <button type="button" className="fw-icon-button" aria-label="Icon" aria-pressed="true">
          <DownloadOutlined />
        </button>
        <a href="#link">A link</a>
      </section>
      <FieldGrid>
        <FieldRow name="plain" label="Plain" help="What it is for">
          {(input) => <Input {...input} defaultValue="Pump 3" />}
        </FieldRow>
        <FieldRow name="wrong" label="Wrong" required error="Fill this in">
          {(input) => <Input {...input} />}
        </FieldRow>
        <FieldRow name="off" label="Off">
          {(input) => <Input {...input} disabled defaultValue="WX-00160" />}
        </FieldRow>
        <FieldRow name="short" label="Short" size="short">
          {(input) => (
            <div>
              <Input {...input} defaultValue="37.7" suffix="h" />
            </div>
          )}
        </FieldRow>
      </FieldGrid>
      <Steps steps={stages} current="columns" />
      <Timeline
        items={[
          { id: 'a', state: 'completed', title: 'Report', time: <ClockTime at={moments[0]!} locale={locale} /> },
          { id: 'b', state: 'current', title: 'Manager approves', note: 'Check the seal' },
          { id: 'c', state: 'stopped', title: 'Returned' },
          { id: 'd', state: 'pending', title: 'End' },
        ]}
      />
      <JobProgress label="Import" done={420} total={1_000} />
      <JobProgress label="Export" done={1_000} total={1_000} state="done" />
      <JobProgress label="Undo" done={30} total={1_000} state="failed" />
      <SkeletonRows rows={3} columns={4} />
      <EmptyState title="No work orders yet" hint="Make the first one" action={<Button type="primary">New</Button>} />
      <ErrorState onRetry={() => undefined} requestId="9202367a-4ee" />
    </div>
  );
}
